#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "banker/store/journal.hpp"

namespace banker::store::testing {

// Plays an agent and writes down what it does, as the service would.
class Player {
 public:
  Player(Journal& journal, const std::string& spec) : journal_(journal), agent_(*make_agent(spec)) {
    row_ = {.id = 0, .name = "player", .spec = agent_->spec(), .terms = "{}", .created_at = 1};
    row_.id = *journal_.add_bandit(row_);
  }
  RoundId ask() {
    DecisionRow d{
        .seq = ++seq_, .at = ++clock_, .decision = *agent_->ask(), .id = {}, .action = {}, .statement = {}};
    if (agent_->dimension() > 0) d.action = *agent_->action(d.decision.round);
    if (const auto statement = agent_->statement(d.decision.round)) d.statement = *statement;
    EXPECT_FALSE(journal_.add(row_.id, d));
    open_.push_back({d.decision.round, d.at, d.decision.arm});
    return d.decision.round;
  }
  void close(RoundId round, Cause cause, std::optional<double> value) {
    const auto receipt = !value                    ? agent_->drop(round)
                         : cause == Cause::kReward ? agent_->tell_reward(round, *value)
                                                   : agent_->tell(round, *value);
    OutcomeRow o{.seq = ++seq_,
                 .at = ++clock_,
                 .round = round,
                 .cause = cause,
                 .value = value,
                 .state = receipt->state,
                 .immediate_cost = receipt->immediate_cost};
    EXPECT_FALSE(journal_.add(row_.id, o));
    std::erase_if(open_, [&](const OpenRound& r) { return r.round == round; });
    ++tally_.settled;
  }
  Checkpoint checkpoint() const {
    return {.seq = seq_, .at = clock_, .agent = agent_->save(), .open = open_, .tally = tally_, .ledger = {}};
  }
  const Agent& agent() const { return *agent_; }
  const BanditRow& row() const { return row_; }
  const std::vector<OpenRound>& open() const { return open_; }

 private:
  Journal& journal_;
  std::unique_ptr<Agent> agent_;
  BanditRow row_;
  std::uint64_t seq_ = 0;
  Time clock_ = 100;
  std::vector<OpenRound> open_;
  Tally tally_;
};

}  // namespace banker::store::testing
