#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "../spec.hpp"
#include "arm_rule.hpp"
#include "banker/agent/baseline/options.hpp"
#include "banker/core/open_rounds.hpp"
#include "banker/core/random.hpp"

namespace banker {

// A baseline that plays arms, without a bank:
//  ask   give up the rounds that are too old;  x_t = rule's point;  draw A_t
//  tell  the rule learns from the loss, with the probability A_s was drawn with
template <ArmRule Rule>
class ArmAgent final : public Agent {
 public:
  ArmAgent(Identity identity, Rule rule) : Agent(std::move(identity)), state_(std::move(rule)) {
    if (!DrawingRule<Rule>) x_.resize(arms());
  }

  std::vector<double> probabilities() const override {
    std::vector<double> x(arms());
    state_.rule.point(backlog(too_old()), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override {
    if constexpr (DrawingRule<Rule>) {
      x.resize(arms());
      state_.rule.last_point(x);
    } else {
      x = x_;
    }
  }
  std::size_t outstanding() const override { return state_.open.outstanding(); }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  struct OpenRound {
    ArmDraw draw;
    typename Rule::Stamp stamp{};
  };
  struct State {
    explicit State(Rule r) : rule(std::move(r)) {}
    Rule rule;
    OpenRounds<OpenRound> open{Rule::kGivesUp};
    std::uint64_t round = 0;  // t
  };

  Backlog backlog(std::size_t given_up) const { return {state_.round + 1, outstanding() - given_up}; }
  std::uint64_t limit() const { return state_.rule.oldest_kept(state_.round + 1); }
  // How many open rounds the next ask gives up.
  std::size_t too_old() const {
    std::size_t count = 0;
    if (Rule::kGivesUp) state_.open.for_each_before(limit(), [&](RoundId, const OpenRound&) { ++count; });
    return count;
  }

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.round ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) || is_stale(round); }
  bool is_stale(RoundId round) const override { return state_.open.is_stale(round); }
  Result<Decision> do_ask(const Forced& forced) override {
    if (state_.round == kMaxRound) return no_rounds_left();
    const Backlog now = backlog(too_old());
    const RoundId id{now.round};
    ArmDraw draw;
    if (auto error = choose(now, forced, draw)) return *error;
    if (Rule::kGivesUp)
      state_.open.give_up_before(limit(), [&](RoundId, OpenRound& old) { state_.rule.skip(old.stamp); });
    OpenRound& open = state_.open.insert(id);
    open.draw = draw;
    open.stamp = state_.rule.accept(now, draw, x_);
    state_.round = now.round;
    return Decision{id, draw.arm, draw.probability};
  }
  // x_t, and A_t drawn from it or forced. After an error everything is as it was.
  std::optional<Error> choose(Backlog now, const Forced& forced, ArmDraw& draw) {
    if constexpr (DrawingRule<Rule>) {
      return state_.rule.play(now, identity().seed, forced, draw);
    } else {
      std::swap(x_, before_);
      x_.resize(arms());
      state_.rule.point(now, x_);
      auto error = draw_or_force(x_, uniform(identity().seed, RoundId{now.round}), forced, draw);
      if (error) std::swap(x_, before_);
      return error;
    }
  }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    if (const OpenRound* open = state_.open.find(round)) {
      const bool kept = state_.rule.tell(open->draw, open->stamp, loss);
      return close(round, kept ? RoundState::kSettled : RoundState::kSkipped);
    }
    if (is_stale(round)) return close(round, RoundState::kStale);
    return std::nullopt;
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    if (const OpenRound* open = state_.open.find(round)) state_.rule.drop(open->draw, open->stamp);
    else if (!is_stale(round)) return std::nullopt;
    return close(round, RoundState::kDropped);
  }
  Receipt close(RoundId round, RoundState state) {
    state_.open.erase(round);
    return {round, state, std::nullopt};
  }

  std::string parts() const override { return std::string(state_.rule.name()); }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;

  State state_;
  std::vector<double> x_, before_;  // x_t, and scratch
};

template <ArmRule Rule>
void ArmAgent<Rule>::save_state(ByteWriter& out) const {
  out.integer(state_.round);
  state_.rule.save(out);
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, open] : rounds) {
    out.integer(number(round));
    out.integer(open == nullptr);
    if (open == nullptr) continue;  // stale: nothing else is known of it
    out.integer(open->draw.arm);
    out.number(open->draw.probability);
    state_.rule.save_stamp(open->stamp, out);
  }
}

template <ArmRule Rule>
bool ArmAgent<Rule>::load_state(ByteReader& in) {
  State fresh(state_.rule);
  fresh.round = in.integer();
  fresh.rule.load(in);
  std::uint64_t last = 0;
  for (std::size_t left = in.count(8); left > 0; --left) {
    const std::uint64_t round = in.integer();
    if (round <= last || round > fresh.round) return false;
    last = round;
    const std::uint64_t stale = in.integer();
    if (!in.ok() || stale > (Rule::kGivesUp ? 1 : 0)) return false;
    if (stale == 1) {
      fresh.open.insert_stale(RoundId{round});
      continue;
    }
    OpenRound& open = fresh.open.insert(RoundId{round});
    open.draw = {in.integer(), in.number()};
    open.stamp = fresh.rule.load_stamp(in);
    const double p = open.draw.probability;
    if (!in.ok() || open.draw.arm >= arms() || !(p >= kLeastPlayed && p <= 1)) return false;
  }
  if (!in.ok() || !in.at_end() || fresh.round > kMaxRound || !fresh.rule.plausible(fresh.round)) return false;
  state_ = std::move(fresh);
  return true;
}

// validate() of the options in banker/agent/baseline/options.hpp; each is instantiated beside its rule.
template <class Tag>
std::optional<Error> RangeOptions<Tag>::validate() const {
  return check_fields(*this);
}
template <class Tag>
std::optional<Error> HorizonOptions<Tag>::validate() const {
  return check_fields(*this);
}
template <class Tag>
std::optional<Error> UnboundedOptions<Tag>::validate() const {
  return check_fields(*this);
}

template <ArmRule Rule, class Options>
Result<std::unique_ptr<Agent>> make_arm_agent(const Options& options, Rule rule) {
  return std::make_unique<ArmAgent<Rule>>(make_identity(options), std::move(rule));
}

}  // namespace banker
