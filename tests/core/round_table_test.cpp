#include "banker/core/round_table.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

namespace banker::round_table_test {
namespace {

constexpr int kChoices = 64;

// Keys that lie close, far apart, all at home in the first cell, and all in the last (the hash is a
// multiplication, undone by its inverse): chains that are long and wrap around.
RoundId key(int choice) {
  constexpr std::uint64_t kInverse = 0xf1de83e19937733d;
  const std::uint64_t k = choice / 4 + 1;
  switch (choice % 4) {
    case 0: return RoundId{k};
    case 1: return RoundId{k * 1000003};
    case 2: return RoundId{k * kInverse};
    default: return RoundId{-k * kInverse};
  }
}

struct Step {
  int choice;
  bool erase;  // where it is there; otherwise assign
};

// Long enough to fill the table, empty it and fill it again.
std::vector<Step> any_steps() {
  std::vector<Step> steps;
  for (const int v : *rc::gen::container<std::vector<int>>(500, rc::gen::inRange(0, 3 * kChoices))) {
    steps.push_back({v % kChoices, v / kChoices > 0});
  }
  return steps;
}

// Everything a std::map says of these keys, the table says.
void expect_same(const RoundTable& table, const std::map<RoundId, std::uint32_t>& twin) {
  RC_ASSERT(table.size() == twin.size());
  for (int choice = 0; choice < kChoices; ++choice) {
    const RoundId round = key(choice);
    const auto expected = twin.find(round);
    const std::uint32_t* found = table.find(round);
    RC_ASSERT((found != nullptr) == (expected != twin.end()));
    if (found != nullptr) RC_ASSERT(*found == expected->second);
  }
  std::map<RoundId, std::uint32_t> visited;
  table.for_each(
      [&](RoundId round, std::uint32_t value) { RC_ASSERT(visited.emplace(round, value).second); });
  RC_ASSERT(visited == twin);
}

RC_GTEST_PROP(RoundTable, IsAMapUnderAnyInsertionsAndErasures, ()) {
  RoundTable table;
  std::map<RoundId, std::uint32_t> twin;
  std::uint32_t stamp = 0;
  for (const auto& [choice, erase] : any_steps()) {
    const RoundId round = key(choice);
    if (twin.count(round) == 0) {
      table.insert(round, ++stamp);
      twin[round] = stamp;
    } else if (erase) {
      RC_ASSERT(table.erase(round) == twin[round]);
      twin.erase(round);
    } else {
      *table.find(round) = ++stamp;
      twin[round] = stamp;
    }
  }
  expect_same(table, twin);
}

TEST(RoundTable, HoldsManyRoundsAndFindsNoOthers) {
  RoundTable table;
  constexpr std::uint32_t kRounds = 100000;
  for (std::uint32_t t = 1; t <= kRounds; ++t) table.insert(RoundId{t}, 3 * t);
  EXPECT_EQ(table.size(), kRounds);
  for (std::uint32_t t = 1; t <= kRounds; ++t) ASSERT_EQ(*table.find(RoundId{t}), 3 * t);
  EXPECT_EQ(table.find(RoundId{kRounds + 1}), nullptr);
  EXPECT_EQ(table.find(RoundId{0}), nullptr);
  for (std::uint32_t t = 1; t <= kRounds; t += 2) table.erase(RoundId{t});
  for (std::uint32_t t = 1; t <= kRounds; ++t) ASSERT_EQ(table.find(RoundId{t}) == nullptr, t % 2 == 1);
}

TEST(RoundTable, AnEmptyTableFindsNothingAndHoldsNoMemory) {
  const RoundTable table;
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.find(RoundId{1}), nullptr);
  EXPECT_EQ(table.bytes(), 0u);
}

// 16 bytes a cell, at least three eighths full when it has just grown.
TEST(RoundTable, MemoryFollowsTheLargestSizeNotTheNumberOfRounds) {
  constexpr std::uint32_t kOpen = 100;
  RoundTable table;
  for (std::uint32_t t = 1; t <= 100000; ++t) {
    if (t > kOpen) table.erase(RoundId{t - kOpen});
    table.insert(RoundId{t}, t);
  }
  EXPECT_LE(table.bytes(), kOpen * 16 * 8 / 3);
}

}  // namespace
}  // namespace banker::round_table_test
