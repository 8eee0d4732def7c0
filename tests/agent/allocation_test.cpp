// In a steady state, asking and telling allocates nothing: rows, slots and payment lists are recycled.
#include <gtest/gtest.h>

#include "agent/player.hpp"
#include "banker/banker.hpp"
#include "support/count_allocations.hpp"

namespace banker {
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
  for (const char* agent : {"banker-omd", "banker-tinf", "banker-sftinf", "banker-sflbinf"}) {
    for (const char* spending : {"oldest-first", "newest-first", "proportional"}) {
      for (const std::size_t open : {1, 100}) {
        const std::string spec =
            std::string(R"({"agent":")") + agent + R"(","arms":7,"spending":")" + spending + "\"}";
        Ring ring(spec, open);
        ring.play(5'000);
        const std::size_t before = allocations;
        ring.play(5'000);
        EXPECT_EQ(allocations, before) << spec << " with " << open << " open";
      }
    }
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
          const std::size_t before = allocations;
          ring.play(1'000);
          EXPECT_EQ(allocations, before) << spec << " with " << open << " open";
        }
      }
    }
  }
}

TEST(SteadyState, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto agent = make_agent(R"({"agent":"banker-tinf","arms":7})");
  ASSERT_TRUE(agent);
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace banker
