#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/generator.hpp"

namespace banker::lab {

inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// The delays of one run: the outcome of round t can be told from round t + d_t + 1 on.
class Delays {
 public:
  virtual ~Delays() = default;
  Delays() = default;
  Delays(const Delays&) = delete;
  Delays& operator=(const Delays&) = delete;

  // d_t, a function of (seed, round, arm, loss): every agent meets the same table. kNever: it never comes.
  virtual std::uint64_t of(std::uint64_t t, std::size_t arm, double loss) const = 0;
};

// A way to make delays, read from its description.
struct DelaySource {
  std::string text;                       // as described
  bool none = false;                      // every delay is 0
  bool by_arm = false;                    // needs arms: nothing for actions of a body
  bool by_loss = false;                   // depends on the loss
  std::optional<std::uint64_t> rounds{};  // the most there are
  std::uint64_t data = 0;                 // a fingerprint of the file, or of what else it depends on; 0: none
  bool own = false;                       // the user's own, not of a generator; set by plan()
  // REQUIRES: a setting with no more rounds.
  std::function<std::unique_ptr<Delays>(const Setting&)> start;
};

const std::vector<Generator>& delay_generators();

// "none", "fixed:100", "uniform:max=40", "trace:file=F.csv", ...
Result<DelaySource> make_delays(std::string_view text);

}  // namespace banker::lab
