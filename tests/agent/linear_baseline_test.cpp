// Agents without a bank whose duals are as long as can be, while delays come and go: every snapshot can be
// loaded, and is the same agent.

#include <cmath>

#include "agent/player.hpp"
#include "agent/snapshot.hpp"
#include "banker/core/bytes.hpp"
#include "banker/estimate/one_point.hpp"
#include "support/effort.hpp"

namespace banker::testing::linear_baseline_test {
namespace {

// Asks in one direction for ever, and tells the loss -1: every outcome leads on towards the boundary.
class Outwards {
 public:
  explicit Outwards(const std::string& spec) : agent_(make(spec)), copy_(make(spec)) {}

  void play(int rounds, std::size_t most_open) {
    for (int i = 0; i < rounds && !::testing::Test::HasFatalFailure(); ++i) {
      const auto decision = agent_->ask({.arm = {}, .direction = 0, .sign = 1});
      ASSERT_TRUE(decision) << decision.error().message;
      open_.push_back(decision->round);
      check();
      while (open_.size() > most_open) tell();
    }
  }
  std::size_t skipped() const { return skipped_; }
  std::string last() const { return agent_->save(); }

 private:
  void tell() {
    const Receipt receipt = agent_->tell(open_.front(), -1).value();
    open_.erase(open_.begin());
    skipped_ += receipt.state == RoundState::kSkipped;
    check();
  }
  void check() {
    if (++events_ % effort(1, 10) != 0) return;
    const std::string bytes = agent_->save();
    const auto error = copy_->load(bytes);
    ASSERT_FALSE(error) << "round " << agent_->rounds() << ", " << open_.size()
                        << " open: " << error->message;
    ASSERT_EQ(copy_->save(), bytes);
    for (const double v : agent_->point()) ASSERT_TRUE(std::isfinite(v));
  }

  std::unique_ptr<Agent> agent_, copy_;
  std::vector<RoundId> open_;
  std::size_t skipped_ = 0;
  int events_ = 0;
};

class LinearBaseline : public ::testing::TestWithParam<Case> {};

// None open until outcomes are skipped, which is where duals end; many open; none; many at once.
TEST_P(LinearBaseline, EverySnapshotCanBeLoadedWhileDelaysChange) {
  for (const bool horizon : {false, true}) {
    Json spec = Json::parse(GetParam().spec);
    if (horizon) spec["horizon"] = 10000;
    Outwards agent(spec.dump());
    ASSERT_NO_FATAL_FAILURE(agent.play(1500, 0));
    const std::size_t at_the_limit = agent.skipped();
    ASSERT_NO_FATAL_FAILURE(agent.play(3000, 40));
    ASSERT_NO_FATAL_FAILURE(agent.play(1000, 0));
    ASSERT_NO_FATAL_FAILURE(agent.play(300, 300));
    ASSERT_NO_FATAL_FAILURE(agent.play(1000, 0));
    EXPECT_GT(agent.skipped(), at_the_limit + 1000);
    EXPECT_TRUE(horizon || at_the_limit > 0);
  }
}

std::vector<Case> baselines() {
  std::vector<Case> cases;
  for (const char* name : {"bolo", "delayed-scrible"}) {
    for (const Place& place : {ball_place(), polytope_place(), actions_place()})
      cases.push_back(
          make_case(std::string(name) + '.' + place.name, Json{{"agent", name}, {place.key, place.value}}));
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Catalog, LinearBaseline, ::testing::ValuesIn(baselines()), case_name);

// The scale sqrt((4 t + 4 D) / (nu ln t)) of delayed SCRiBLe in one dimension falls after a long backlog, when
// D stays and ln t grows: the sum of estimates, at the limit of before, is then beyond that of now.
TEST(DelayedScrible, EverySnapshotCanBeLoadedWhileItsScaleFalls) {
  const Json ball{{"type", "ball"}, {"dimension", 1}, {"radius", 1.0}};
  const Json interval{{"type", "polytope"}, {"A", {{1.0}, {-1.0}}}, {"b", {3.0, -1.0}}};
  for (const Json& place :
       {Json{{"body", ball}}, Json{{"body", interval}}, Json{{"actions", {{0.0}, {1.0}}}}}) {
    SCOPED_TRACE(place.dump());
    const double nu = place == Json{{"body", ball}} ? 1 : 2;
    Json spec = place;
    spec["agent"] = "delayed-scrible";
    Outwards agent(spec.dump());
    ASSERT_NO_FATAL_FAILURE(agent.play(8000, 20));
    EXPECT_GT(agent.skipped(), 1000u);
    ASSERT_NO_FATAL_FAILURE(agent.play(4000, 0));
    const std::string bytes = agent.last();
    ByteReader in(read_snapshot(bytes).value().state);
    const double t = static_cast<double>(in.integer()) + 1, total = static_cast<double>(in.integer());
    (void)in.integer();  // the most that were open
    const double sum = in.number();
    EXPECT_EQ(t, 12001);
    EXPECT_GT(std::fabs(sum), 1.001 * kMaxDual * std::sqrt((4 * t + 4 * total) / (nu * std::log(t))));
  }
}

}  // namespace
}  // namespace banker::testing::linear_baseline_test
