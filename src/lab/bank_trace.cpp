#include "bank_trace.hpp"

#include <algorithm>

#include "../agent/json.hpp"

namespace banker::lab {

namespace {
// An agent that does not let its spending be chosen has a pool.
bool is_pooled(const Agent& agent) {
  return Json::parse(agent.spec()).value("spending", "proportional") == "proportional";
}
}  // namespace

BankRecorder::BankRecorder(const Agent& agent, std::size_t groups) : flow_(is_pooled(agent), groups) {
  trace_.pooled = is_pooled(agent);
}

// Before it decides, an agent may give up rounds: the oldest. The capital of these is back.
void BankRecorder::asked(const Moment& moment) {
  const std::size_t others = moment.agent.outstanding() - 1;
  while (open_.size() > others) give_back(open_.begin());
  const Statement statement = *moment.agent.statement(RoundId{moment.round});
  flow_.asked(moment.round, moment.round - 1 - told_, statement);
  open_.emplace_hint(open_.end(), moment.round, statement.scale);
  in_open_ += Amount(statement.scale);
}

void BankRecorder::told(RoundId round) {
  ++told_;
  const auto open = open_.find(number(round));
  if (open != open_.end()) give_back(open);  // or it was given up before
}

void BankRecorder::give_back(Open::iterator round) {
  flow_.returned(round->first, round->second);
  in_open_ -= Amount(round->second);
  open_.erase(round);
}

void BankRecorder::end_stretch(const Agent& agent) {
  trace_.open.push_back(in_open_.value());
  trace_.saved.push_back(std::max(0.0, *agent.total_invested() - in_open_.value()));
}

BankTrace BankRecorder::take() const {
  BankTrace trace = trace_;
  trace.flow = flow_.take();
  return trace;
}

}  // namespace banker::lab
