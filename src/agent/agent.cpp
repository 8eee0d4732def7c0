#include "banker/agent/agent.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../core/text.hpp"
#include "banker/agent/catalog.hpp"
#include "json.hpp"
#include "rules.hpp"
#include "snapshot.hpp"

namespace banker {

std::string_view name(RoundState state) {
  switch (state) {
    case RoundState::kOpen: return "open";
    case RoundState::kSettled: return "settled";
    case RoundState::kSkipped: return "skipped";
    case RoundState::kStale: return "stale";
    case RoundState::kDropped: break;
  }
  return "dropped";
}

Result<Decision> Agent::ask() { return do_ask({}); }

Result<Decision> Agent::ask(const Forced& forced) { return do_ask(forced); }

namespace {

// What many calls come to. Where one of them may fail, or throw, the agent is then taken back to where it was.
template <class Work>
auto all_or_none(Agent& agent, bool may_fail, Work work) -> decltype(work()) {
  if (!may_fail) return work();
  const std::string before = agent.save();
  const auto go_back = [&] {
    if (const auto error = agent.load(before))
      throw std::runtime_error(concat("the first of many calls cannot be taken back: ", error->message));
  };
  auto result = [&] {
    try {
      return work();
    } catch (...) {
      go_back();
      throw;
    }
  }();
  if (!result) go_back();
  return result;
}

}  // namespace

Result<std::vector<Decision>> Agent::ask_many(std::size_t n) {
  if (n > kMostAtOnce)
    return Error{ErrorCode::kBadValue, concat("cannot ask ", n, " rounds at once: at most ", kMostAtOnce)};
  if (n == 0) return std::vector<Decision>();
  if (auto error = check_ask(n)) return *error;
  const bool may_fail = dimension() > 0 || calls_own();  // a point of a body may not be found
  return all_or_none(*this, may_fail, [&]() -> Result<std::vector<Decision>> {
    std::vector<Decision> decisions;
    decisions.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto decision = do_ask({});
      if (!decision)
        return Error{decision.error().code, concat(decision.error().message, "; nothing was asked")};
      decisions.push_back(*decision);
    }
    return decisions;
  });
}

Result<Receipt> Agent::tell(RoundId round, double loss) {
  const auto mapped = identity_.domain.map_loss(loss);
  if (!mapped) return mapped.error();
  if (auto receipt = do_tell(round, *mapped)) return *receipt;
  return not_open(round);
}

Result<Receipt> Agent::tell_reward(RoundId round, double reward) {
  const auto mapped = identity_.domain.map_reward(reward);
  if (!mapped) return mapped.error();
  if (auto receipt = do_tell(round, *mapped)) return *receipt;
  return not_open(round);
}

Result<std::vector<Receipt>> Agent::tell_many(std::span<const Outcome> outcomes) {
  std::vector<double> losses;
  std::vector<RoundId> rounds;
  losses.reserve(outcomes.size());
  rounds.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) {
    const bool reward = outcome.kind == Outcome::Kind::kReward;
    const auto mapped =
        reward ? identity_.domain.map_reward(outcome.value) : identity_.domain.map_loss(outcome.value);
    if (!mapped)
      return Error{mapped.error().code,
                   concat("round ", outcome.round, ": ", mapped.error().message, "; nothing was told")};
    losses.push_back(*mapped);
    rounds.push_back(outcome.round);
  }
  if (auto error = check_open(std::move(rounds), "told")) return *error;
  return all_or_none(*this, calls_own(), [&]() -> Result<std::vector<Receipt>> {
    std::vector<Receipt> receipts;
    receipts.reserve(outcomes.size());
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      receipts.push_back(*do_tell(outcomes[i].round, losses[i]));
    return receipts;
  });
}

Result<Receipt> Agent::drop(RoundId round) {
  if (auto receipt = do_drop(round)) return *receipt;
  return not_open(round);
}

Result<std::vector<Receipt>> Agent::drop_many(std::span<const RoundId> rounds) {
  if (auto error = check_open({rounds.begin(), rounds.end()}, "dropped")) return *error;
  return all_or_none(*this, calls_own(), [&]() -> Result<std::vector<Receipt>> {
    std::vector<Receipt> receipts;
    receipts.reserve(rounds.size());
    for (const RoundId round : rounds) receipts.push_back(*do_drop(round));
    return receipts;
  });
}

std::optional<Error> Agent::check_open(std::vector<RoundId> rounds, std::string_view done) const {
  const auto closed = std::find_if(rounds.begin(), rounds.end(), [&](RoundId r) { return !is_open(r); });
  if (closed != rounds.end()) {
    Error error = not_open(*closed);
    error.message += concat("; nothing was ", done);
    return error;
  }
  if (!std::is_sorted(rounds.begin(), rounds.end())) std::sort(rounds.begin(), rounds.end());
  const auto twice = std::adjacent_find(rounds.begin(), rounds.end());
  if (twice == rounds.end()) return std::nullopt;
  return Error{ErrorCode::kClosedRound, concat("round ", *twice, " is ", done, " twice; nothing was ", done)};
}

Result<std::vector<double>> Agent::action(RoundId round) const {
  if (!is_open(round) || is_stale(round)) return not_open(round);
  const std::span<const double> action = do_action(round);
  if (!action.empty()) return std::vector<double>(action.begin(), action.end());
  return Error{ErrorCode::kBadValue, concat(identity_.name, " plays arms: round ", round,
                                            " has no action but the arm of its decision")};
}

Result<std::size_t> Agent::find_arm(std::string_view name) const {
  const auto& names = identity_.arm_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string_view what = dimension() > 0 ? "action" : "arm";
  if (arms() == 0)
    return Error{ErrorCode::kImpossibleArm, "this agent has no list of actions to choose from"};
  if (names.empty())
    return Error{ErrorCode::kImpossibleArm, concat("there is no ", what, " ", in_quotes(name), ": the ", what,
                                                   "s of this spec have no names, use 0 to ", arms() - 1)};
  return Error{ErrorCode::kImpossibleArm,
               concat("there is no ", what, " ", in_quotes(name), did_you_mean(name, names))};
}

Result<Statement> Agent::statement(RoundId round) const {
  if (!is_open(round) || is_stale(round)) return not_open(round);
  if (auto statement = do_statement(round)) return *statement;
  return Error{ErrorCode::kBadValue,
               concat(identity_.name, " has no bank, so round ", round, " has no statement")};
}

Error Agent::no_rounds_left() {
  return {ErrorCode::kBadValue, concat("all ", kMaxRound, " rounds are played: make a new agent")};
}

Error Agent::no_point() {
  return {
      ErrorCode::kBadValue,
      "the point of this round cannot be computed: the body is too thin where the losses lead to; tell or "
      "drop open rounds and ask again, or describe the body in other units"};
}

Error Agent::no_scale(std::string_view rule, double scale) {
  return {ErrorCode::kBadValue,
          concat("the scale rule ", rule, " proposes ", scale, ": a scale is a number from 1e-120 to 1e150")};
}

Error Agent::not_open(RoundId round) const {
  if (number(round) == 0 || number(round) > rounds()) {
    const std::string known = rounds() == 0 ? std::string("no round was asked yet")
                                            : concat("rounds are 1 to ", rounds(), " so far");
    return {ErrorCode::kUnknownRound, concat("unknown round ", round, ": ", known)};
  }
  if (is_stale(round)) {
    return {
        ErrorCode::kClosedRound,
        concat("round ", round, " is stale: it was given up as too old, and nothing but its number is kept")};
  }
  return {ErrorCode::kClosedRound,
          concat("round ", round,
                 " is closed: its outcome was told or dropped before, and nothing is kept of it")};
}

std::string Agent::save() const {
  ByteWriter state;
  save_state(state);
  return write_snapshot({identity_.spec, parts(), state.bytes()});
}

std::optional<Error> Agent::load(std::string_view bytes) {
  const auto snapshot = read_snapshot(bytes);
  if (!snapshot) return snapshot.error();
  const auto refuse = [](const auto&... why) { return Error{ErrorCode::kBadSnapshot, concat(why...)}; };
  if (snapshot->spec != identity_.spec) {
    return refuse("the snapshot is of ", snapshot->spec, ", this agent is ", identity_.spec);
  }
  if (snapshot->parts != parts()) {
    return refuse("the snapshot has the parts ", snapshot->parts, ", this agent has ", parts());
  }
  ByteReader in(snapshot->state);
  if (!load_state(in)) return refuse("the snapshot is damaged: its content contradicts itself");
  return std::nullopt;
}

static bool is_near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::fabs(x - y) <= 1e-9; });
}

Result<std::unique_ptr<Agent>> Agent::upgraded(std::uint64_t rule) const {
  const std::uint64_t newest = newest_rule(identity_.name);
  const auto refuse = [&](const auto&... why) {
    return Error{ErrorCode::kBadValue, concat(identity_.name, why...)};
  };
  if (rule <= identity_.rule)
    return refuse(" plays by rule ", identity_.rule, " already: rules only go forward");
  if (rule > newest)
    return refuse(" has no rule ", rule, ": its newest is ", newest,
                  newest == identity_.rule ? ", which it plays by" : "",
                  "; a newer version of Banker may have more");
  std::unique_ptr<Agent> agent = do_upgrade();
  for (std::uint64_t next = identity_.rule + 1; agent && agent->identity_.rule == next && next < rule; ++next)
    agent = agent->do_upgrade();
  if (!agent || agent->identity_.rule != rule || agent->rounds() != rounds() ||
      agent->outstanding() != outstanding() || !is_near(point(), agent->point()) ||
      !is_near(probabilities(), agent->probabilities()))
    return refuse(" cannot go over to rule ", rule,
                  " from this state: what it would draw, or what is open, would not stay the same");
  return agent;
}

Result<std::unique_ptr<Agent>> load_agent(std::string_view bytes, const OwnScales& own) {
  const auto snapshot = read_snapshot(bytes);
  if (!snapshot) return snapshot.error();
  auto agent = make_agent(snapshot->spec, own);
  if (!agent)
    return Error{ErrorCode::kBadSnapshot,
                 concat("the snapshot is of an agent this build cannot make: ", agent.error().message)};
  if (auto error = (*agent)->load(bytes)) return *error;
  return agent;
}

}  // namespace banker
