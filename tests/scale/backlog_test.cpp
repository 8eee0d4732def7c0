// The smooth backlog and the ledger of costs: what their comments promise, over random and malicious histories.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "banker/scale/cost_ledger.hpp"
#include "banker/scale/smooth_backlog.hpp"

namespace banker::backlog_test {
namespace {

// How many outcomes come before ask t, when so many rounds are open.
using Arrivals = std::function<std::uint64_t(std::uint64_t t, std::uint64_t open)>;

struct Script {
  std::string name;
  Arrivals arrive;
};

std::vector<Script> scripts() {
  std::vector<Script> list{
      {"none ever", [](auto, auto) { return 0; }},
      {"all at once", [](auto, auto open) { return open; }},
      {"fixed delay", [](auto, auto open) { return open > 30 ? 1 : 0; }},
      {"an outage, then all", [](auto t, auto open) { return t < 1000 ? 0 : open; }},
      {"an outage in the middle", [](auto t, auto open) { return t > 500 && t < 1500 ? 0 : open; }},
      // Blocks that double: the mean backlog is largest just when nothing is open.
      {"doubling blocks", [](auto t, auto open) { return (t & (t - 1)) == 0 ? open : 0; }},
      {"half of them now and then", [](auto t, auto open) { return t % 97 == 0 ? open / 2 : 0; }},
  };
  for (const std::uint64_t block : {2, 10, 333}) {
    list.push_back(
        {"blocks of " + std::to_string(block), [=](auto t, auto open) { return t % block == 0 ? open : 0; }});
  }
  for (const std::uint64_t most : {2, 5, 1000}) {
    auto bits = std::make_shared<std::mt19937_64>(most);
    list.push_back({"random up to " + std::to_string(most),
                    [=](auto, auto open) { return std::min<std::uint64_t>(open, (*bits)() % most); }});
  }
  return list;
}

// o^_t >= o_t, and sum_{s<=t} (o^_s + 1) <= 2 (t + O_t), up to the rounding of t additions.
TEST(SmoothBacklog, IsNoLessThanTheBacklogAndItsSumAtMostTwiceThat) {
  int smoothed = 0;
  for (const Script& script : scripts()) {
    SmoothBacklog smooth;
    std::uint64_t open = 0, total = 0;
    long double sum = 0;
    double most_above = 0;
    for (std::uint64_t t = 1; t <= 3000; ++t) {
      open -= std::min(open, script.arrive(t, open));
      const Backlog backlog{t, open};
      const double now = smooth.at(backlog);
      ASSERT_EQ(smooth.at(backlog), now);  // asking changes nothing
      ASSERT_GE(now, static_cast<double>(open)) << script.name << ", t = " << t;
      smooth.accept(backlog, now);
      total += open;
      sum += now + 1;
      ASSERT_LE(sum, 2 * static_cast<long double>(t + total) * (1 + 1e-12L)) << script.name << ", t = " << t;
      ASSERT_EQ(smooth.total_outstanding(), total);
      ASSERT_TRUE(smooth.plausible(t)) << script.name << ", t = " << t;
      most_above = std::max(most_above, now - static_cast<double>(open));
      open += 1;
    }
    smoothed += most_above > 0;
  }
  EXPECT_GT(smoothed, 7);  // elsewhere the backlog never falls below its mean
}

// It does not fall at once: after an outage of n rounds it stays at the mean backlog for a while.
TEST(SmoothBacklog, RemembersAnOutage) {
  SmoothBacklog smooth;
  for (std::uint64_t t = 1; t <= 100; ++t) smooth.accept({t, t - 1}, smooth.at({t, t - 1}));
  for (std::uint64_t t = 101; t <= 150; ++t) {
    const double now = smooth.at({t, 0});
    EXPECT_DOUBLE_EQ(now, 4950.0 / static_cast<double>(t));
    smooth.accept({t, 0}, now);
  }
}

TEST(CostLedger, HoldsExactlyNothingWhenNothingIsOpen) {
  std::mt19937_64 bits(3);
  const auto cost = [&] { return std::pow(10.0, static_cast<double>(bits() % 281) - 140); };
  CostLedger ledger;
  std::vector<double> open;
  double told = 0;
  int emptied = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (open.empty() || bits() % 2 == 0) {
      open.push_back(cost());
      ledger.carry(open.back());
    } else {
      std::swap(open[bits() % open.size()], open.back());
      if (bits() % 4 == 0) {
        ledger.drop(open.back());
      } else {
        const double paid = cost();
        ledger.settle(open.back(), paid);
        told += paid;
      }
      open.pop_back();
    }
    ASSERT_EQ(ledger.open_rounds(), open.size());
    if (!open.empty()) continue;
    ++emptied;
    ASSERT_EQ(ledger.open(), 0);
    ASSERT_NEAR(ledger.total(), told, 1e-11 * told);
  }
  EXPECT_GT(emptied, 20);
}

// Large costs that come and go leave small ones as they were.
TEST(CostLedger, LosesNothingBesideLargeCosts) {
  CostLedger ledger;
  ledger.carry(3);
  ledger.settle(3, 1);
  for (int i = 0; i < 1000; ++i) ledger.carry(1e15);
  ledger.carry(2);
  for (int i = 0; i < 1000; ++i) ledger.drop(1e15);
  EXPECT_EQ(ledger.open(), 2);
  EXPECT_EQ(ledger.total(), 3);
}

}  // namespace
}  // namespace banker::backlog_test
