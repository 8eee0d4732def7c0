#pragma once

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "agent/types.hpp"
#include "banker/agent/agent.hpp"
#include "banker/core/random.hpp"
#include "core/text.hpp"

// An agent that has two rules, "two-rules": an arm is as likely as one and what it earned; by rule 2, what it earns from then on
// counts twice. Rule 1 has an option that rule 2 does not know, how it goes over: "fault" breaks a promise of Agent::upgraded().
namespace banker::testing {

class TwoRules final : public Agent {
 public:
  explicit TwoRules(Identity identity, Json fault = nullptr)
      : Agent(std::move(identity)), earned_(arms(), 1.0), fault_(std::move(fault)) {}

  std::vector<double> probabilities() const override {
    double sum = 0;
    for (const double v : earned_) sum += v;
    std::vector<double> x = earned_;
    for (double& v : x) v /= sum;
    return x;
  }
  void last_point(std::vector<double>& x) const override { x = last_; }
  std::size_t outstanding() const override { return open_.size(); }
  std::uint64_t rounds() const override { return rounds_; }

 private:
  Result<Decision> do_ask(const Forced& forced) override {
    last_ = probabilities();
    double left = uniform(identity().seed, RoundId{rounds_ + 1});
    std::size_t arm = 0;
    while (arm + 1 < arms() && left >= last_[arm]) left -= last_[arm++];
    if (forced.arm) arm = *forced.arm;
    open_[++rounds_] = arm;
    return Decision{RoundId{rounds_}, arm, last_[arm]};
  }
  std::optional<Error> check_ask(std::size_t) const override { return std::nullopt; }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    const auto found = open_.find(number(round));
    if (found == open_.end()) return std::nullopt;
    earned_[found->second] += static_cast<double>(identity().rule) * (1 - loss);
    open_.erase(found);
    return Receipt{round, RoundState::kSettled, std::nullopt};
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    if (open_.erase(number(round)) == 0) return std::nullopt;
    return Receipt{round, RoundState::kDropped, std::nullopt};
  }
  bool is_open(RoundId round) const override { return open_.contains(number(round)); }
  std::string parts() const override { return "two-rules"; }
  void save_state(ByteWriter& out) const override {
    out.integer(rounds_);
    for (const double v : earned_) out.number(v);
    out.integer(open_.size());
    for (const auto& [round, arm] : open_) out.integer(round), out.integer(arm);
  }
  bool load_state(ByteReader& in) override {
    rounds_ = in.integer();
    for (double& v : earned_) v = in.number();
    open_.clear();
    for (std::size_t left = in.count(16); left > 0; --left) {
      const std::uint64_t round = in.integer();
      open_[round] = in.integer();
    }
    return in.ok() && in.at_end();
  }
  std::unique_ptr<Agent> do_upgrade() const override;

  std::uint64_t rounds_ = 0;
  std::vector<double> earned_, last_;
  std::map<std::uint64_t, std::size_t> open_;
  Json
      fault_;  // a number: by so much a probability is off. "nothing", "open", "rounds", "rule": that is lost
};

inline Identity two_rules_identity(std::uint64_t rule, std::size_t arms, std::uint64_t seed,
                                   const Json& fault = nullptr) {
  Json spec{{"agent", "two-rules"}, {"rule", rule}, {"arms", arms}, {"seed", seed}};
  if (!fault.is_null()) spec["fault"] = fault;
  Identity identity;
  identity.name = "two-rules";
  identity.rule = rule;
  identity.arms = arms;
  identity.seed = seed;
  identity.spec = spec.dump();
  return identity;
}

inline std::unique_ptr<Agent> TwoRules::do_upgrade() const {
  if (fault_ == "nothing") return nullptr;
  const std::uint64_t rule = fault_ == "rule" ? 1 : 2;
  auto agent = std::make_unique<TwoRules>(two_rules_identity(rule, arms(), identity().seed));
  agent->rounds_ = rounds_, agent->earned_ = earned_, agent->open_ = open_;
  if (fault_ == "rounds") --agent->rounds_;
  if (fault_ == "open") agent->open_.erase(agent->open_.begin());
  if (fault_.is_number()) {
    const double off =
        fault_.get<double>() * std::accumulate(agent->earned_.begin(), agent->earned_.end(), 0.0);
    agent->earned_[0] += off, agent->earned_[1] -= off;
  }
  return agent;
}

template <std::uint64_t kRule>
Result<std::unique_ptr<Agent>> make_two_rules(const Json& spec, const OwnScales&) {
  const Json fault = spec.value("fault", Json());
  if (kRule == 2 && !fault.is_null()) return Error{ErrorCode::kBadSpec, "unknown key \"fault\" in two-rules"};
  return std::unique_ptr<Agent>(std::make_unique<TwoRules>(
      two_rules_identity(kRule, spec.at("arms"), spec.value("seed", std::uint64_t{0}), fault), fault));
}

// Before anything else of the program asks for the catalog.
inline const bool kTwoRules = [] {
  const auto entry = [](std::uint64_t rule) {
    return CatalogEntry{.name = "two-rules",
                        .paper = "of the tests",
                        .kind = "arms",
                        .range = "[0,1]",
                        .rule = rule,
                        .parameters = {}};
  };
  add_type({entry(2), make_two_rules<2>});
  add_type({entry(1), make_two_rules<1>});
  return true;
}();

}  // namespace banker::testing
