#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "../spec.hpp"
#include "arm_rule.hpp"
#include "banker/agent/baseline/options.hpp"
#include "banker/core/random.hpp"
#include "banker/core/round_table.hpp"
#include "round_queue.hpp"

namespace banker {

// A baseline that plays arms, without a bank:
//  ask   give up the rounds that are too old;  x_t = rule's point;  draw A_t
//  tell  the rule learns from the loss, with the probability A_s was drawn with
template <ArmRule Rule>
class ArmAgent final : public Agent {
 public:
  ArmAgent(Identity identity, Rule rule)
      : Agent(std::move(identity)), state_{std::move(rule), {}, {}, 0, 0}, x_(arms()) {}

  std::vector<double> probabilities() const override {
    std::vector<double> x(arms());
    state_.rule.point(backlog(too_old()), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { x = x_; }
  std::size_t outstanding() const override { return state_.open.size() - state_.stale; }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  struct OpenRound {
    ArmDraw draw;
    typename Rule::Stamp stamp{};
    bool stale = false;
  };
  struct State {
    Rule rule;
    RoundTable<OpenRound> open;
    RoundQueue by_age;        // of rules that give rounds up: every kept round, perhaps closed ones
    std::uint64_t round = 0;  // t
    std::size_t stale = 0;    // rounds given up and not told yet
  };

  Backlog backlog(std::size_t given_up) const { return {state_.round + 1, outstanding() - given_up}; }
  std::uint64_t limit() const { return state_.rule.oldest_kept(state_.round + 1); }
  // How many open rounds the next ask gives up.
  std::size_t too_old() const {
    std::size_t count = 0;
    const std::uint64_t oldest = Rule::kGivesUp ? limit() : 0;
    for (const RoundId round : state_.by_age.all()) {
      if (number(round) >= oldest) break;
      count += state_.open.find(round) != nullptr;
    }
    return count;
  }
  void give_up() {
    const std::uint64_t oldest = limit();
    while (!state_.by_age.empty() && number(state_.by_age.front()) < oldest) {
      if (OpenRound* open = state_.open.find(state_.by_age.front())) {
        open->stale = true;
        state_.stale += 1;
        state_.rule.skip(open->stamp);
      }
      state_.by_age.pop();
    }
  }

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.round ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr; }
  Result<Decision> do_ask(const Forced& forced) override {
    if (state_.round == kMaxRound) return no_rounds_left();
    const Backlog now = backlog(too_old());
    const RoundId id{now.round};
    std::swap(x_, before_);
    x_.resize(arms());
    state_.rule.point(now, x_);
    ArmDraw draw;
    if (auto error = draw_or_force(x_, uniform(identity().seed, id), forced, draw)) {
      std::swap(x_, before_);
      return *error;
    }
    give_up();
    OpenRound& open = state_.open.insert(id);
    open.draw = draw;
    open.stale = false;
    open.stamp = state_.rule.accept(now, draw, x_);
    if (Rule::kGivesUp) state_.by_age.push(id);
    state_.round = now.round;
    return Decision{id, draw.arm, draw.probability};
  }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    const OpenRound* open = state_.open.find(round);
    if (open == nullptr) return std::nullopt;
    RoundState told = RoundState::kStale;
    if (!open->stale) {
      const bool kept = state_.rule.tell(open->draw, open->stamp, loss);
      told = kept ? RoundState::kSettled : RoundState::kSkipped;
    }
    close(round, *open);
    return Receipt{round, told, std::nullopt};
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    const OpenRound* open = state_.open.find(round);
    if (open == nullptr) return std::nullopt;
    if (!open->stale) state_.rule.drop(open->draw, open->stamp);
    close(round, *open);
    return Receipt{round, RoundState::kDropped, std::nullopt};
  }
  void close(RoundId round, const OpenRound& open) {
    state_.stale -= open.stale;
    state_.open.erase(round);
    while (!state_.by_age.empty() && !is_open(state_.by_age.front())) state_.by_age.pop();
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
    out.integer(open->stale);
    out.integer(open->draw.arm);
    out.number(open->draw.probability);
    state_.rule.save_stamp(open->stamp, out);
  }
}

template <ArmRule Rule>
bool ArmAgent<Rule>::load_state(ByteReader& in) {
  State fresh{state_.rule, {}, {}, in.integer(), 0};
  fresh.rule.load(in);
  std::uint64_t last = 0;
  for (std::size_t left = in.count(8); left > 0; --left) {
    const std::uint64_t round = in.integer();
    if (round <= last || round > fresh.round) return false;
    last = round;
    OpenRound& open = fresh.open.insert(RoundId{round});
    const std::uint64_t stale = in.integer();
    open.stale = stale == 1;
    open.draw = {in.integer(), in.number()};
    open.stamp = fresh.rule.load_stamp(in);
    fresh.stale += open.stale;
    const double p = open.draw.probability;
    if (!in.ok() || stale > 1 || open.draw.arm >= arms() || !(p >= kLeastPlayed && p <= 1)) return false;
    if (Rule::kGivesUp && !open.stale) fresh.by_age.push(RoundId{round});
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
