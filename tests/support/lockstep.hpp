#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "banker/agent/agent.hpp"
#include "support/effort.hpp"
#include "support/settings.hpp"

namespace banker::testing {

// The library's agent and the slow reference, side by side: the reference is made to play the arm the library
// drew. `mismatch` says where they first differed; it stays empty while they agree.
class Lockstep {
 public:
  Lockstep(const Settings& settings, std::size_t arms)
      : settings_(settings), agent_(settings.make(arms)), reference_(settings.setup(arms)) {
    compare_next();
  }

  std::uint64_t ask() { return number(decide().round); }
  Decision decide();
  void tell(std::uint64_t round, const Event& e) { tell(round, settings_.loss(e)); }
  void tell(std::uint64_t round, double loss);
  void drop(std::uint64_t round);

  const std::string& mismatch() const { return mismatch_; }
  std::size_t skipped() const { return skipped_; }

 private:
  // To 1e-9 of the value, or to `floor`.
  void expect_near(const std::string& what, double library, Real reference, Real floor);
  void expect(bool agreed, const std::string& what);
  void compare_distribution(const std::string& what, const std::vector<double>& x,
                            const reference::Play& play);
  void compare_next() {
    compare_distribution("next probability", agent_->probabilities(), reference_.preview());
  }

  Settings settings_;
  std::unique_ptr<Agent> agent_;
  reference::Agent reference_;
  std::string mismatch_;
  std::size_t events_ = 0;
  std::size_t skipped_ = 0;
};

inline void Lockstep::expect(bool agreed, const std::string& what) {
  if (agreed || !mismatch_.empty()) return;
  std::ostringstream out;
  out << "event " << events_ << ": " << what;
  mismatch_ = out.str();
}

inline void Lockstep::expect_near(const std::string& what, double library, Real reference, Real floor) {
  const Real difference = std::abs(library - reference);
  if (difference <= 1e-9L * std::abs(reference) || difference <= floor) return;
  std::ostringstream out;
  out.precision(17);
  out << what << " is " << library << ", the reference says " << reference;
  expect(false, out.str());
}

inline void Lockstep::compare_distribution(const std::string& what, const std::vector<double>& x,
                                           const reference::Play& play) {
  const Reals expected = reference_.probabilities(play);
  expect(x.size() == expected.size(), "the number of arms");
  for (std::size_t i = 0; i < x.size() && mismatch_.empty(); ++i) {
    expect_near(what + " of arm " + std::to_string(i), x[i], expected[i], 1e-15L);
  }
}

inline Decision Lockstep::decide() {
  ++events_;
  const std::vector<double> x = agent_->probabilities();
  const Decision decision = *agent_->ask();
  const reference::Play play = reference_.ask(decision.arm, decision.probability);
  expect(decision.probability == x[decision.arm], "the probability drawn with is not the one announced");
  compare_distribution("probability", x, play);
  if (const auto total = agent_->total_invested()) {
    const Statement statement = *agent_->statement(decision.round);
    expect_near("scale", statement.scale, play.scale, 0);
    // b_t is what the savings leave of sigma_t: a difference of amounts of up to B_t, each with its rounding.
    expect_near("invested", statement.borrowed, play.invested,
                1e-15L * std::max<Real>(1, play.total_invested));
    expect_near("total invested", *total, play.total_invested, 1e-15L);
  }
  compare_next();
  return decision;
}

inline void Lockstep::tell(std::uint64_t round, double loss) {
  ++events_;
  const auto total = agent_->total_invested();
  const auto statement = agent_->statement(RoundId{round});
  const Receipt receipt = *agent_->tell(RoundId{round}, loss);
  const auto cost = reference_.tell(round, loss);
  if (!cost) ++skipped_;
  expect(receipt.state == (cost ? RoundState::kSettled : RoundState::kSkipped), "settled or skipped");
  if (receipt.immediate_cost) {
    // sigma D(x, z~) is a difference of terms of up to about sigma.
    expect_near("immediate cost", *receipt.immediate_cost, cost.value_or(0), 1e-16L * statement->scale);
  }
  expect(agent_->total_invested() == total, "total invested changed without an ask");
  compare_next();
}

inline void Lockstep::drop(std::uint64_t round) {
  ++events_;
  const auto total = agent_->total_invested();
  expect(agent_->drop(RoundId{round})->state == RoundState::kDropped, "dropped");
  reference_.drop(round);
  expect(agent_->total_invested() == total, "total invested changed without an ask");
  compare_next();
}

// Random agents of this kind through random scripts, in lockstep with the reference.
inline void expect_agreement(const Kind& kind) {
  std::size_t skipped = 0;
  check_times(effort(2000, 100), [&] {
    const Trial c = *trials(kind.agent, kind.spending);
    Lockstep both(c.settings, c.script.arms);
    play(c.script, both, kind.agent == "omd" ? 1 : SIZE_MAX);
    skipped += both.skipped();
    RC_ASSERT(both.mismatch() == "");
  });
  // The scripts reach the rule for surprising losses, where there is one.
  EXPECT_EQ(skipped > 0, kind.agent == "banker-sftinf" || kind.agent == "banker-sflbinf");
}

}  // namespace banker::testing
