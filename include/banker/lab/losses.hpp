#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/generator.hpp"

namespace banker::lab {

// The losses of one run. m_t is the mean loss of every arm given the past; of a linear problem it is the loss
// vector l_t, and the loss of an action is <l_t, action>.
class Losses {
 public:
  virtual ~Losses() = default;
  Losses(const Losses&) = delete;
  Losses& operator=(const Losses&) = delete;

  // Goes to round t; rounds come one after another, from 1. False: m_t is m_{t-1}; round 1 says true.
  virtual bool advance(std::uint64_t t) = 0;
  std::span<const double> mean() const { return mean_; }  // m_t
  // The loss of an arm in this round, a function of (seed, round, arm): every agent meets the same table.
  virtual double outcome(std::size_t arm) const { return mean_[arm]; }

 protected:
  explicit Losses(std::vector<double> mean) : mean_(std::move(mean)) {}

  std::vector<double> mean_;
};

// A way to make losses, read from its description: the same object serves many runs, on many threads.
struct LossSource {
  std::string text;                       // as described
  bool linear = false;                    // l_t for actions of a body, not arms
  std::optional<std::size_t> arms{};      // if it is made for so many
  std::vector<std::string> arm_names{};   // of a matrix with a header
  std::optional<std::uint64_t> rounds{};  // the most there are
  double low = 0, high = 1;               // no loss is outside
  std::uint64_t data = 0;                 // a fingerprint of the file, or of what else it depends on; 0: none
  bool own = false;                       // the user's own, not of a generator; set by plan()
  // REQUIRES: a setting with such arms, no more rounds, at least one arm.
  std::function<std::unique_ptr<Losses>(const Setting&)> start;
};

// Every generator of losses, for help and documentation.
const std::vector<Generator>& loss_generators();

// "bernoulli", "bernoulli:0.1", "bernoulli:gap=0.1" or "matrix:file=F.csv,reward=true".
Result<LossSource> make_losses(std::string_view text);

}  // namespace banker::lab
