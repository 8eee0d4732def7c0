#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "agent/player.hpp"

namespace banker::testing {

// An agent that writes down what happens to it.
class Recorder final : public Agent {
 public:
  Recorder() : Agent(make(R"({"agent":"banker-sflbinf","arms":5})")->identity()) {}
  std::vector<double> probabilities() const override { return std::vector<double>(5, 0.2); }
  void last_point(std::vector<double>& x) const override { x = probabilities(); }
  std::size_t outstanding() const override { return open_.size(); }
  std::uint64_t rounds() const override { return round_; }

  std::vector<std::string> events;

 private:
  Result<Decision> do_ask(const Forced&) override {
    events.push_back("ask " + std::to_string(++round_));
    open_.push_back(RoundId{round_});
    return Decision{RoundId{round_}, round_ % 5, 0.2};
  }
  std::optional<Error> check_ask(std::size_t) const override { return std::nullopt; }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    if (!is_open(round)) return std::nullopt;
    events.push_back("tell " + std::to_string(number(round)) + " " + std::to_string(loss));
    std::erase(open_, round);
    return Receipt{round, RoundState::kSettled, {}};
  }
  std::optional<Receipt> do_drop(RoundId) override { return std::nullopt; }
  bool is_open(RoundId round) const override {
    return std::find(open_.begin(), open_.end(), round) != open_.end();
  }
  std::string parts() const override { return ""; }
  void save_state(ByteWriter&) const override {}
  bool load_state(ByteReader&) override { return false; }

  std::uint64_t round_ = 0;
  std::vector<RoundId> open_;
};

}  // namespace banker::testing
