// Open and stale rounds against a map of them, over random histories; their memory, and what they move.
#include "banker/core/open_rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace banker::open_rounds_test {
namespace {

using testing::effort;
using Seen = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // round and value, as visited

// OpenRounds beside what it promises, everything looked for in all rounds.
class Twins {
 public:
  explicit Twins(bool keeps_ages) : keeps_ages_(keeps_ages), open(keeps_ages) {}

  void insert(std::uint64_t round) {
    open.insert(RoundId{round}) = 3 * round;
    all[round] = 3 * round;
    inserted(round);
  }
  void insert_stale(std::uint64_t round) {
    open.insert_stale(RoundId{round});
    all[round] = std::nullopt;
    inserted(round);
  }
  void erase(std::uint64_t round) {
    erased_stale += !all.at(round);
    open.erase(RoundId{round});
    all.erase(round);
  }
  void give_up_before(std::uint64_t oldest) {
    Seen seen;
    open.give_up_before(oldest, [&](RoundId r, std::uint64_t value) { seen.emplace_back(number(r), value); });
    ASSERT_EQ(seen, before(oldest));
    given_up += seen.size();
    for (const auto& [round, value] : seen) all[round] = std::nullopt;
  }
  // The n-th open round.
  std::uint64_t nth(std::uint64_t n) const {
    return std::next(all.begin(), static_cast<std::ptrdiff_t>(n))->first;
  }

  void expect_known(std::uint64_t round) const {
    const std::uint64_t* found = open.find(RoundId{round});
    const auto known = all.find(round);
    const bool waits = known != all.end() && known->second, stale = known != all.end() && !known->second;
    ASSERT_EQ(found != nullptr, waits) << round;
    ASSERT_TRUE(!waits || *found == *known->second) << round;
    ASSERT_EQ(open.is_stale(RoundId{round}), stale) << round;
  }
  void expect_before(std::uint64_t oldest) const {
    const Seen expected = before(oldest);
    ASSERT_EQ(open.any_before(oldest), !expected.empty()) << oldest;
    Seen seen;
    open.for_each_before(oldest,
                         [&](RoundId r, std::uint64_t value) { seen.emplace_back(number(r), value); });
    ASSERT_EQ(seen, expected) << oldest;
  }
  void expect_same() const {
    const auto is_waiting = [](const auto& round) { return round.second.has_value(); };
    ASSERT_EQ(open.size(), all.size());
    ASSERT_EQ(open.outstanding(), std::count_if(all.begin(), all.end(), is_waiting));
    for (const auto& [round, value] : all) {
      for (const std::uint64_t near : {round - 1, round, round + 1}) expect_known(near);
    }
    for (const std::uint64_t round : {std::uint64_t{0}, last, last + 1, UINT64_MAX}) expect_known(round);
    const auto list = open.in_order();
    ASSERT_TRUE(
        std::equal(list.begin(), list.end(), all.begin(), all.end(), [](const auto& a, const auto& b) {
          return number(a.first) == b.first &&
                 (a.second ? std::optional(*a.second) : std::nullopt) == b.second;
        }));
    Seen visited, waiting;
    open.for_each([&](RoundId r, std::uint64_t value) { visited.emplace_back(number(r), value); });
    std::sort(visited.begin(), visited.end());
    for (const auto& [round, value] : all) {
      if (value) waiting.emplace_back(round, *value);
    }
    ASSERT_EQ(visited, waiting);
    for (const std::uint64_t oldest : {std::uint64_t{0}, last / 2, last, last + 1, UINT64_MAX})
      expect_before(oldest);
  }
  // With N the size of the ring in the end: a ring that doubles moves at most its size and brings back as many; a
  // round that is inserted or brought back leaves the window once. N is 16, or below six times the largest size.
  void expect_few_moves() const {
    EXPECT_LE(open.moves(), rounds + 3 * std::max<std::uint64_t>(16, 6 * most));
  }

 private:
  bool keeps_ages_;
  Seen before(std::uint64_t oldest) const {
    Seen list;
    if (!keeps_ages_) return list;
    for (const auto& [round, value] : all) {
      if (value && round < oldest) list.emplace_back(round, *value);
    }
    return list;
  }
  void inserted(std::uint64_t round) {
    last = round;
    rounds += 1;
    most = std::max<std::uint64_t>(most, all.size());
  }

 public:
  OpenRounds<std::uint64_t> open;
  std::map<std::uint64_t, std::optional<std::uint64_t>> all;  // stale ones have no value
  std::uint64_t last = 0, rounds = 0, most = 0, given_up = 0, erased_stale = 0;
};

// What a history does for a while.
struct Mood {
  std::uint64_t asks;    // of 8 steps
  std::uint64_t widest;  // gap between rounds
  int closes;            // 0 the oldest, 1 the newest, 2 any, 3 one of the eight newest
  std::uint64_t stale;   // one round in so many is inserted stale
  std::uint64_t kept;    // how many rounds back are not given up

  explicit Mood(std::mt19937_64& bits)
      : asks(1 + bits() % 7),
        widest(std::vector<std::uint64_t>{1, 1, 1, 2, 20, 1000000}[bits() % 6]),
        closes(static_cast<int>(bits() % 4)),
        stale(bits() % 2 == 0 ? 3 : 50),
        kept(std::vector<std::uint64_t>{5, 100, 2000000}[bits() % 3]) {}
};

void play(Twins& twins, std::mt19937_64& bits, const Mood& mood) {
  const std::uint64_t n = twins.all.size(), choice = bits() % 64;
  if (n == 0 || choice < 8 * mood.asks) {
    const std::uint64_t round = twins.last + 1 + bits() % mood.widest;
    if (bits() % mood.stale == 0) twins.insert_stale(round);
    else twins.insert(round);
  } else if (choice == 63) {
    twins.give_up_before(twins.last + 1 - std::min(twins.last + 1, mood.kept));
  } else {
    const std::uint64_t order[] = {0, n - 1, bits() % n, n - 1 - bits() % std::min<std::uint64_t>(n, 8)};
    twins.erase(twins.nth(order[mood.closes]));
  }
}

TEST(OpenRounds, AreTheMapOverRandomHistories) {
  std::uint64_t given_up = 0, erased_stale = 0, moves = 0;
  for (std::uint64_t seed = 0; seed < effort<std::uint64_t>(400, 40); ++seed) {
    std::mt19937_64 bits(seed);
    Twins twins(seed % 4 != 0);
    Mood mood(bits);
    for (int step = 0; step < 1500; ++step) {
      if (bits() % 100 == 0) mood = Mood(bits);
      play(twins, bits, mood);
      twins.expect_before(bits() % (twins.last + 2));
      if (step % 25 == 0) twins.expect_same();
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", step " << step;
    }
    twins.expect_few_moves();
    given_up += twins.given_up;
    erased_stale += twins.erased_stale;
    moves += twins.open.moves();
  }
  EXPECT_GT(given_up, 100u);
  EXPECT_GT(erased_stale, 100u);
  EXPECT_GT(moves, 1000u);
}

// Every 1000th round, and a run of 300 in the middle, waits much longer than all others, which come at once.
TEST(OpenRounds, StragglersAreFoundAMillionRoundsLater) {
  constexpr std::uint64_t kRounds = 1000000;
  Twins twins(true);
  const auto waits = [](std::uint64_t t) {
    return t % 1000 == 0 || (t >= kRounds / 2 && t < kRounds / 2 + 300);
  };
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    twins.insert(t);
    if (!waits(t)) twins.erase(t);
  }
  twins.expect_same();
  twins.expect_few_moves();
  twins.give_up_before(kRounds / 4);
  twins.give_up_before(kRounds / 2 + 100);
  twins.expect_same();
  while (!twins.all.empty()) {
    const std::uint64_t round = twins.nth(twins.all.size() / 2);
    twins.erase(round);
    twins.expect_known(round);
    twins.expect_before(round);
    ASSERT_FALSE(HasFailure());
  }
  twins.expect_same();
}

// A closed round between two kept ones is not what is waited for.
TEST(OpenRounds, AClosedRoundInFrontIsPassedOver) {
  Twins twins(true);
  for (std::uint64_t round = 1; round <= 3; ++round) twins.insert(round);
  twins.erase(2);
  twins.give_up_before(2);
  EXPECT_FALSE(twins.open.any_before(3));
  EXPECT_TRUE(twins.open.any_before(4));
}

TEST(OpenRounds, WithoutAgesGiveNothingUp) {
  OpenRounds<int> open(false);
  for (std::uint64_t round = 1; round <= 100; ++round) open.insert(RoundId{round});
  EXPECT_FALSE(open.any_before(200));
  open.give_up_before(200, [](RoundId, int) { FAIL() << "a round without an age was given up"; });
  EXPECT_EQ(open.outstanding(), 100u);
}

TEST(OpenRounds, CanBeMoved) {
  Twins twins(true);
  for (std::uint64_t round = 1; round <= 100; ++round) twins.insert(round * round);
  OpenRounds<std::uint64_t> other = std::move(twins.open);
  twins.open = OpenRounds<std::uint64_t>(false);
  EXPECT_EQ(twins.open.size(), 0u);
  EXPECT_EQ(twins.open.find(RoundId{100}), nullptr);
  twins.open = std::move(other);
  twins.expect_same();
}

// The value of an open round stays where it is, and that of a closed one is used again.
TEST(OpenRounds, ValuesStayAndAreRecycled) {
  constexpr std::uint64_t kOpen = 5000, kRounds = 100000;
  OpenRounds<std::vector<int>> open(false);
  std::vector<std::vector<int>*> address;
  std::size_t fresh = 0;
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    if (t > kOpen) {
      ASSERT_EQ(open.find(RoundId{t - kOpen}), address[t - kOpen - 1]);
      open.erase(RoundId{t - kOpen});
    }
    address.push_back(&open.insert(RoundId{t}));
    if (address.back()->empty()) ++fresh, address.back()->push_back(1);
  }
  EXPECT_EQ(fresh, kOpen);
}

struct Draw {
  double values[3];
};

TEST(OpenRounds, AMillionTakeNineBytesEachBesideTheirValues) {
  constexpr std::uint64_t kRounds = 1000000;
  OpenRounds<Draw> open(true);
  EXPECT_EQ(open.bytes(), 0u);
  for (int time = 0; time < 2; ++time) {
    for (std::uint64_t t = 1; t <= kRounds; ++t) open.insert(RoundId{time * kRounds + t});
    EXPECT_EQ(open.outstanding(), kRounds);
    EXPECT_LE(open.bytes(), kRounds * (sizeof(Draw) + 9));
    for (std::uint64_t t = 1; t <= kRounds; ++t) open.erase(RoundId{time * kRounds + t});
  }
}

TEST(OpenRounds, AMillionStaleOnesTakeFiveBytesEach) {
  constexpr std::uint64_t kRounds = 1000000;
  OpenRounds<Draw> open(true);
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    open.insert(RoundId{t});
    open.give_up_before(t, [](RoundId, Draw&) {});
  }
  EXPECT_EQ(open.outstanding(), 1u);
  EXPECT_EQ(open.size(), kRounds);
  EXPECT_LE(open.bytes(), kRounds * 5);
}

TEST(OpenRounds, FewTakeLittle) {
  OpenRounds<Draw> open(true);
  open.insert(RoundId{1});
  EXPECT_LE(open.bytes(), 2 * (sizeof(Draw) + 4) + 100);
  for (std::uint64_t t = 2; t <= 1000000; ++t) {
    open.insert(RoundId{t});
    open.erase(RoundId{t});
  }
  EXPECT_EQ(open.moves(), 1u) << "only the first round was left behind";
  EXPECT_LE(open.bytes(), 2 * (sizeof(Draw) + 4) + 300);
}

// A tenth of the rounds waits for 100 others, and so leaves a ring of 16, while the first waits for all.
TEST(OpenRounds, MemoryFollowsTheOpenRoundsNotThoseSinceTheOldest) {
  OpenRounds<Draw> open(true);
  open.insert(RoundId{1});
  for (std::uint64_t t = 2; t <= 100000; ++t) {
    open.insert(RoundId{t});
    if (t % 10 != 0) open.erase(RoundId{t});
    else if (t > 100) open.erase(RoundId{t - 100});
  }
  EXPECT_GT(open.moves(), 9000u);
  EXPECT_TRUE(open.any_before(2));
  EXPECT_LE(open.bytes(), 30 * (sizeof(Draw) + 4) + 1000);
}

// Delays 0, ..., 99 in turn, with steps of 37; every `straggle`-th round waits 5000, or is given up.
class Steady {
 public:
  explicit Steady(std::uint64_t straggle) : straggle_(straggle), due_(kRounds + 10000) {}
  void play_to(std::uint64_t last) {
    for (; t_ <= last; ++t_) {
      open.give_up_before(t_ - std::min(t_, std::uint64_t{4000}), [&](RoundId, Draw&) { given_up += 1; });
      open.insert(RoundId{t_});
      due_[t_] = t_ % straggle_ == 0 ? 5000 : t_ * 37 % 100;
      for (std::uint64_t delay = 0; delay < std::min<std::uint64_t>(t_, 100); ++delay)
        if (due_[t_ - delay] == delay) open.erase(RoundId{t_ - delay});
      if (t_ > 5000 && due_[t_ - 5000] == 5000) open.erase(RoundId{t_ - 5000});
    }
  }
  static constexpr std::uint64_t kRounds = 100000;
  OpenRounds<Draw> open{true};
  std::uint64_t given_up = 0;

 private:
  std::uint64_t straggle_, t_ = 1;
  std::vector<std::uint64_t> due_;
};

TEST(OpenRounds, ASteadyStateAllocatesNothing) {
  for (const std::uint64_t straggle : {3, 10, 1000}) {
    Steady steady(straggle);
    steady.play_to(Steady::kRounds / 2);
    const std::size_t before = testing::allocations(), size = steady.open.size(), given_up = steady.given_up;
    steady.play_to(Steady::kRounds);
    EXPECT_EQ(testing::allocations(), before);
    EXPECT_GT(steady.given_up, given_up);
    EXPECT_NEAR(static_cast<double>(steady.open.size()), static_cast<double>(size), 2);
  }
}

TEST(OpenRounds, OnlyStragglersMove) {
  Steady steady(1000);
  steady.play_to(Steady::kRounds / 2);
  const std::uint64_t before = steady.open.moves();
  steady.play_to(Steady::kRounds);
  EXPECT_EQ(steady.open.moves() - before, Steady::kRounds / 2 / 1000);
}

// One round in four stays open: they leave the ring of 16. One in two: the ring doubles at 16, 32, ..., 2048 rounds,
// and moves half as many each time.
TEST(OpenRounds, ASparseWindowLeavesThemBehindADenseOneWidens) {
  const auto moves = [](std::uint64_t each) {
    OpenRounds<Draw> open(true);
    for (std::uint64_t t = 1; t <= 4096; ++t) {
      open.insert(RoundId{t});
      if (t % each != 0) open.erase(RoundId{t});
    }
    return open.moves();
  };
  EXPECT_EQ(moves(4), 4096u / 4 - 4);
  EXPECT_EQ(moves(2), 4096u / 2 - 8);
}

}  // namespace
}  // namespace banker::open_rounds_test
