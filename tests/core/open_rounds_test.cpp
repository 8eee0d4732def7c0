// Open and stale rounds against a map of them, over random histories.
#include "banker/core/open_rounds.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace banker {
namespace {

struct Waiting {
  std::uint64_t value = 0;
  bool stale = false;
};
using Seen = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // round and value, as visited

// What OpenRounds promises, with everything looked for in all rounds.
struct NaiveRounds {
  Seen before(std::uint64_t oldest) const {
    Seen list;
    for (const auto& [round, open] : rounds) {
      if (!open.stale && round < oldest) list.emplace_back(round, open.value);
    }
    return list;
  }
  std::size_t outstanding() const { return before(UINT64_MAX).size(); }

  std::map<std::uint64_t, Waiting> rounds;
};

void expect_same(const OpenRounds<Waiting>& open, const NaiveRounds& naive, std::uint64_t last) {
  ASSERT_EQ(open.size(), naive.rounds.size());
  ASSERT_EQ(open.outstanding(), naive.outstanding());
  for (std::uint64_t round = 1; round <= last; ++round) {
    const Waiting* found = open.find(RoundId{round});
    const auto want = naive.rounds.find(round);
    ASSERT_EQ(found != nullptr, want != naive.rounds.end()) << round;
    if (found == nullptr) continue;
    ASSERT_EQ(found->value, want->second.value);
    ASSERT_EQ(found->stale, want->second.stale);
  }
  for (const std::uint64_t oldest : {std::uint64_t{0}, std::uint64_t{1}, last / 2, last, last + 1}) {
    ASSERT_EQ(open.any_before(oldest), !naive.before(oldest).empty()) << oldest;
    Seen seen;
    open.for_each_before(oldest, [&](RoundId r, const Waiting& w) { seen.emplace_back(number(r), w.value); });
    ASSERT_EQ(seen, naive.before(oldest)) << oldest;
  }
}

TEST(OpenRounds, AreTheMapOverRandomHistories) {
  std::size_t given_up = 0, erased_stale = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::mt19937_64 bits(seed);
    OpenRounds<Waiting> open(true);
    NaiveRounds naive;
    std::uint64_t last = 0;
    for (int step = 0; step < 200; ++step) {
      const std::uint64_t choice = bits() % 16;
      if (choice < 8 || naive.rounds.empty()) {
        const bool stale = bits() % 20 == 0;  // as when it is loaded
        last += 1 + bits() % 2;
        open.insert(RoundId{last}, stale).value = step;
        naive.rounds[last] = {static_cast<std::uint64_t>(step), stale};
      } else if (choice < 15) {
        const auto round = std::next(naive.rounds.begin(), static_cast<int>(bits() % naive.rounds.size()));
        erased_stale += round->second.stale;
        open.erase(RoundId{round->first});
        naive.rounds.erase(round);
      } else {
        const std::uint64_t oldest = bits() % (last + 2);
        Seen seen;
        open.give_up_before(oldest, [&](RoundId r, Waiting& w) { seen.emplace_back(number(r), w.value); });
        ASSERT_EQ(seen, naive.before(oldest));
        given_up += seen.size();
        for (const auto& [round, value] : seen) naive.rounds[round].stale = true;
      }
      expect_same(open, naive, last);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", step " << step;
    }
  }
  EXPECT_GT(given_up, 100u);
  EXPECT_GT(erased_stale, 100u);
}

// A closed round between two kept ones is not what is waited for.
TEST(OpenRounds, AClosedRoundInFrontIsPassedOver) {
  OpenRounds<Waiting> open(true);
  for (std::uint64_t round = 1; round <= 3; ++round) open.insert(RoundId{round});
  open.erase(RoundId{2});
  open.give_up_before(2, [](RoundId, Waiting&) {});
  EXPECT_FALSE(open.any_before(3));
  EXPECT_TRUE(open.any_before(4));
}

TEST(OpenRounds, WithoutAgesGiveNothingUp) {
  OpenRounds<Waiting> open(false);
  for (std::uint64_t round = 1; round <= 100; ++round) open.insert(RoundId{round});
  EXPECT_FALSE(open.any_before(200));
  open.give_up_before(200, [](RoundId, Waiting&) { FAIL() << "a round without an age was given up"; });
  EXPECT_EQ(open.outstanding(), 100u);
}

}  // namespace
}  // namespace banker
