// In a steady state, asking and telling allocates nothing: rows, slots and payment lists are recycled.
#include <gtest/gtest.h>

#include <array>

#include "agent/player.hpp"
#include "banker/banker.hpp"
#include "support/allocations.hpp"

namespace banker::allocation_test {
namespace {

// A ring of open rounds: the oldest is told before the next is asked.
class Ring {
 public:
  Ring(const std::string& spec, std::size_t open) : agent_(*make_agent(spec)), rounds_(open) {
    for (RoundId& round : rounds_) round = agent_->ask()->round;
  }
  void play(int n) {
    for (int i = 0; i < n; ++i, next_ = (next_ + 1) % rounds_.size()) {
      ASSERT_TRUE(agent_->tell(rounds_[next_], i % 3 == 0 ? 1.0 : 0.25));
      rounds_[next_] = agent_->ask()->round;
    }
  }

 private:
  std::unique_ptr<Agent> agent_;
  std::vector<RoundId> rounds_;
  std::size_t next_ = 0;
};

TEST(SteadyState, AllocatesNothing) {
  for (const std::string agent :
       {"banker-omd", "banker-tinf", "banker-sftinf", "banker-sflbinf", "banker", "banker-scale-free"}) {
    const bool has_pool_only = agent == "banker" || agent == "banker-scale-free";
    for (const std::string spending : {"oldest-first", "newest-first", "proportional"}) {
      for (const std::size_t open : {1, 100}) {
        const std::string choice = has_pool_only ? "" : R"(,"spending":")" + spending + '"';
        const std::string spec = R"({"agent":")" + agent + R"(","arms":7)" + choice + '}';
        Ring ring(spec, open);
        ring.play(5'000);
        const std::size_t before = testing::allocations();
        ring.play(5'000);
        EXPECT_EQ(testing::allocations(), before) << spec << " with " << open << " open";
      }
    }
  }
}

// With rows that are shared and outcomes that wait: as many outcomes as asks, in bursts of ten.
TEST(SteadyState, OfBurstsAllocatesNothing) {
  for (const char* spec :
       {R"({"agent":"banker","arms":7})", R"({"agent":"banker","arms":300})",
        R"({"agent":"banker-tinf","arms":7,"spending":"proportional"})",
        R"({"agent":"banker-omd","arms":300,"spending":"proportional","regularizer":"log-barrier"})"}) {
    const auto agent = *make_agent(spec);
    const auto play = [&](int bursts) {
      for (int i = 0; i < bursts; ++i) {
        std::array<RoundId, 10> rounds;
        for (RoundId& round : rounds) round = agent->ask()->round;
        for (const RoundId round : rounds) ASSERT_TRUE(agent->tell(round, i % 3 == 0 ? 1.0 : 0.25));
      }
    };
    play(3000);
    const std::size_t before = testing::allocations();
    play(500);
    EXPECT_EQ(testing::allocations(), before) << spec;
  }
}

// Points are searched for, actions drawn and estimates made in place. (Directions of the paper's sampler are
// found by O(n^3) work on matrices of their own.)
TEST(SteadyState, OfALinearAgentAllocatesNothing) {
  for (const testing::Place& place : testing::linear_places()) {
    for (const char* agent : {"banker-bolo", "bolo", "delayed-scrible"}) {
      for (const std::string& spending : testing::spendings()) {
        nlohmann::ordered_json spec{{"agent", agent}, {place.key, place.value}};
        if (spec["agent"] == "banker-bolo") spec["spending"] = spending;
        for (const std::size_t open : {1, 100}) {
          Ring ring(spec.dump(), open);
          ring.play(3'000);
          const std::size_t before = testing::allocations();
          ring.play(1'000);
          EXPECT_EQ(testing::allocations(), before) << spec << " with " << open << " open";
        }
      }
    }
  }
}

TEST(SteadyState, TheCounterCounts) {
  const std::size_t before = testing::allocations();
  const auto agent = make_agent(R"({"agent":"banker-tinf","arms":7})");
  ASSERT_TRUE(agent);
  EXPECT_GT(testing::allocations(), before);
}

}  // namespace
}  // namespace banker::allocation_test
