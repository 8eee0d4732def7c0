#include "banker/core/round_table.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace banker {
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
template <class T>
void expect_same(const RoundTable<T>& table, const std::map<RoundId, T>& twin) {
  RC_ASSERT(table.size() == twin.size());
  for (int choice = 0; choice < kChoices; ++choice) {
    const RoundId round = key(choice);
    const auto expected = twin.find(round);
    const T* found = table.find(round);
    RC_ASSERT((found != nullptr) == (expected != twin.end()));
    if (found != nullptr) RC_ASSERT(*found == expected->second);
  }
  std::map<RoundId, T> visited;
  table.for_each([&](RoundId round, const T& value) { RC_ASSERT(visited.emplace(round, value).second); });
  RC_ASSERT(visited == twin);
}

RC_GTEST_PROP(RoundTable, IsAMapUnderAnyInsertionsAndErasures, ()) {
  RoundTable<int> table;
  std::map<RoundId, int> twin;
  int stamp = 0;
  for (const auto& [choice, erase] : any_steps()) {
    const RoundId round = key(choice);
    if (twin.count(round) == 0) {
      table.insert(round) = ++stamp;
      twin[round] = stamp;
    } else if (erase) {
      table.erase(round);
      twin.erase(round);
    } else {
      *table.find(round) = ++stamp;
      twin[round] = stamp;
    }
  }
  expect_same(table, twin);
}

RC_GTEST_PROP(RoundTable, RecyclesTheContentOfErasedRounds, ()) {
  RoundTable<std::vector<int>> table;
  std::map<RoundId, std::vector<int>> twin;
  std::multiset<std::vector<int>> erased;
  int stamp = 0;
  for (const auto& [choice, erase] : any_steps()) {
    const RoundId round = key(choice);
    if (const auto known = twin.find(round); known != twin.end()) {
      if (!erase) continue;
      erased.insert(known->second);
      twin.erase(known);
      table.erase(round);
      continue;
    }
    std::vector<int>& content = table.insert(round);
    const auto recycled = erased.find(content);
    RC_ASSERT((erased.empty() ? content.empty() : recycled != erased.end()));
    if (!erased.empty()) erased.erase(recycled);
    content.assign(3, ++stamp);
    twin[round] = content;
  }
  expect_same(table, twin);
}

TEST(RoundTable, HoldsManyRoundsAndFindsNoOthers) {
  RoundTable<std::uint64_t> table;
  constexpr std::uint64_t kRounds = 100000;
  for (std::uint64_t t = 1; t <= kRounds; ++t) table.insert(RoundId{t}) = 3 * t;
  EXPECT_EQ(table.size(), kRounds);
  for (std::uint64_t t = 1; t <= kRounds; ++t) ASSERT_EQ(*table.find(RoundId{t}), 3 * t);
  EXPECT_EQ(table.find(RoundId{kRounds + 1}), nullptr);
  EXPECT_EQ(table.find(RoundId{0}), nullptr);
  for (std::uint64_t t = 1; t <= kRounds; t += 2) table.erase(RoundId{t});
  for (std::uint64_t t = 1; t <= kRounds; ++t) ASSERT_EQ(table.find(RoundId{t}) == nullptr, t % 2 == 1);
}

TEST(RoundTable, AnEmptyTableFindsNothing) {
  const RoundTable<int> table;
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.find(RoundId{1}), nullptr);
}

TEST(RoundTable, MemoryFollowsTheLargestSizeNotTheNumberOfRounds) {
  constexpr std::uint64_t kOpen = 100;
  RoundTable<std::vector<int>> table;
  int fresh = 0;
  for (std::uint64_t t = 1; t <= 100000; ++t) {
    if (t > kOpen) table.erase(RoundId{t - kOpen});
    std::vector<int>& content = table.insert(RoundId{t});
    if (content.empty()) ++fresh, content.push_back(1);
  }
  EXPECT_EQ(fresh, static_cast<int>(kOpen));
}

}  // namespace
}  // namespace banker
