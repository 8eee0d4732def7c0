#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "banker/core/bytes.hpp"
#include "banker/core/elementary.hpp"
#include "banker/scale/own.hpp"

// Scale rules as a user would write them.
namespace banker::testing {

// The formula of delay_adaptive.hpp.
class OwnDelayAdaptive final : public OwnRule {
 public:
  explicit OwnDelayAdaptive(double factor) : factor_(factor) {}

  double propose(Backlog backlog) const override {
    const double t = static_cast<double>(backlog.round), open = static_cast<double>(backlog.outstanding);
    const double total = static_cast<double>(total_ + backlog.outstanding);
    const double waiting = open > 0 ? open * std::sqrt(log(total + 1) / total) : 0;
    return factor_ / (1 / std::sqrt(t) + waiting);
  }
  void accept(Backlog backlog, double) override { total_ += backlog.outstanding; }
  std::string save() const override { return std::to_string(total_); }
  bool load(std::string_view bytes) override {
    if (bytes.empty() || bytes.find_first_not_of("0123456789") != bytes.npos || bytes.size() > 18)
      return false;
    total_ = std::stoull(std::string(bytes));
    return true;
  }

 private:
  double factor_;
  std::uint64_t total_ = 0;
};

class OwnConstant final : public OwnRule {
 public:
  explicit OwnConstant(double value) : value_(value) {}
  double propose(Backlog) const override { return value_; }

 private:
  double value_;
};

// What a test wants a rule to do, and what the rule saw.
struct Wishes {
  std::function<double(Backlog)> scale = [](Backlog) { return 2.0; };
  std::function<std::optional<double>(double)> learn = [](double loss) { return loss; };
  struct Seen {
    std::uint64_t round;
    double scale;
    double loss;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  std::vector<Seen> accepted, told;
  std::vector<std::uint64_t> dropped;
};

// Keeps the number of rounds it was told of.
class OwnWishes final : public OwnRule {
 public:
  explicit OwnWishes(std::shared_ptr<Wishes> wishes) : wishes_(std::move(wishes)) {}

  double propose(Backlog backlog) const override { return wishes_->scale(backlog); }
  void accept(Backlog backlog, double scale) override {
    wishes_->accepted.push_back({backlog.round, scale, static_cast<double>(backlog.outstanding)});
  }
  std::optional<double> tell(std::uint64_t round, double scale, double loss) override {
    const auto learned = wishes_->learn(loss);
    wishes_->told.push_back({round, scale, loss});
    ++told_;
    return learned;
  }
  void drop(std::uint64_t round) override { wishes_->dropped.push_back(round); }
  std::string save() const override { return std::string(told_, 'x'); }
  bool load(std::string_view bytes) override {
    told_ = bytes.size();
    return bytes.find_first_not_of('x') == bytes.npos;
  }

 private:
  std::shared_ptr<Wishes> wishes_;
  std::size_t told_ = 0;
};

}  // namespace banker::testing
