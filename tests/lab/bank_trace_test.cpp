// Where the capital of a bank is, and who pays for whom: against a model that keeps every round on its own.

#include "lab/bank_trace.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "agent/player.hpp"
#include "lab/slow_bank.hpp"
#include "support/effort.hpp"

namespace banker::lab::bank_trace_test {
namespace {

using testing::effort;
using testing::Random;
using testing::SlowBank;

struct BankCase {
  const char* name;
  const char* spec;
  SlowBank::Spending spending;
  bool gives_up = false;
};
void PrintTo(const BankCase& of, std::ostream* out) { *out << of.spec; }
using enum SlowBank::Spending;
const BankCase kCases[] = {
    {"banker", R"({"agent":"banker","arms":3})", kPool, true},
    {"oldest", R"({"agent":"banker-tinf","arms":3})", kOldest},
    {"newest", R"({"agent":"banker-tinf","arms":3,"spending":"newest-first"})", kNewest},
    {"pool", R"({"agent":"banker-tinf","arms":3,"spending":"proportional"})", kPool},
    {"reserve", R"({"agent":"banker-tinf","arms":3,"reserve":{"kappa":2}})", kPool},
    {"oldest_stale", R"({"agent":"banker-tinf","arms":3,"skip_stale":2.0})", kOldest, true},
    {"omd", R"({"agent":"banker-omd","arms":3,"spending":"newest-first"})", kNewest},
    {"scale_free", R"({"agent":"banker-scale-free","arms":3})", kPool},
    {"sftinf", R"({"agent":"banker-sftinf","arms":3})", kOldest},
};

// A run with random delays, seen by the recorder and by the slow model.
class Books {
 public:
  Books(const BankCase& of, std::uint64_t seed, std::size_t groups)
      : agent_(testing::make(of.spec)),
        recorder_(*agent_, groups),
        slow_{.spending = of.spending},
        random_(seed) {}

  void play(std::uint64_t rounds) {
    const unsigned longest = 2 + static_cast<unsigned>(random_() % 60);
    for (std::uint64_t t = 1; t <= rounds; ++t) {
      close_due(t);
      (void)agent_->ask().value();
      find_stale(t);
      const Statement statement = agent_->statement(RoundId{t}).value();
      slow_.ask(statement);
      slow_.rounds.back().missing = static_cast<std::size_t>(t) - 1 - told_;
      slow_.rounds.back().invested = *agent_->total_invested();
      open_[t] = statement.scale;
      recorder_.asked({t, *agent_, {}, {}, regret_});
      expect_balance();
      if (random_() % 16 > 0) due_.emplace(t + 1 + random_() % longest, t);  // or it never comes
    }
  }

  std::size_t given_up() const { return given_up_; }
  const SlowBank& slow() const { return slow_; }
  BankTrace take() const { return recorder_.take(); }

 private:
  void close_due(std::uint64_t t) {
    for (auto [at, end] = due_.equal_range(t); at != end; ++at) {
      const RoundId round{at->second};
      const double loss = static_cast<double>(random_() % 17) / 16;
      (void)(random_() % 8 == 0 ? agent_->drop(round) : agent_->tell(round, loss)).value();
      recorder_.told(round);
      ++told_;
      if (open_.contains(at->second)) come_back(at->second);
    }
  }
  void find_stale(std::uint64_t t) {
    for (std::uint64_t round = 1; round < t; ++round) {
      if (!open_.contains(round) || agent_->statement(RoundId{round})) continue;
      come_back(round);
      ++given_up_;
    }
  }
  void come_back(std::uint64_t round) {
    slow_.saved[round] += open_[round];
    open_.erase(round);
  }
  void expect_balance() {
    recorder_.end_stretch(*agent_);
    const BankTrace now = recorder_.take();
    double open = 0;
    for (const auto& [round, scale] : open_) open += scale;
    EXPECT_NEAR(now.open.back(), open, 1e-9 * open);
    EXPECT_NEAR(now.open.back() + now.saved.back(), *agent_->total_invested(), 1e-9 * open);
    EXPECT_GE(now.saved.back(), 0);
  }

  std::unique_ptr<Agent> agent_;
  BankRecorder recorder_;
  SlowBank slow_;
  Random random_;
  Regret regret_{1, {}};
  std::multimap<std::uint64_t, std::uint64_t> due_;
  std::map<std::uint64_t, double> open_;
  std::size_t told_ = 0, given_up_ = 0;
};

// The flow of the slow model, in the groups of the other; the same up to 1e-9 of what the group costs.
void expect_same_flow(const Flow& flow, const SlowBank& slow) {
  const std::size_t n = flow.ends.size();
  const auto group = [&](std::uint64_t round) {
    return static_cast<std::size_t>(std::lower_bound(flow.ends.begin(), flow.ends.end(), round) -
                                    flow.ends.begin());
  };
  std::vector<SlowBank::Round> sums(n);  // paid: by group
  for (std::uint64_t t = 1; t <= flow.ends.back(); ++t) {
    const SlowBank::Round& round = slow.rounds[t - 1];
    SlowBank::Round& sum = sums[group(t)];
    sum.scale += round.scale;
    sum.borrowed += round.borrowed;
    sum.reserve += round.reserve;
    for (const auto& [from, amount] : round.paid) sum.paid[group(from)] += amount;
  }
  std::vector<double> together(n);
  for (const Flow::Paid& paid : flow.paid) {
    together[paid.to] += paid.amount;
    EXPECT_NEAR(paid.amount, sums[paid.to].paid[paid.from], 1e-9 * flow.scale[paid.to]);
    sums[paid.to].paid.erase(paid.from);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double tolerance = 1e-9 * sums[i].scale;
    EXPECT_NEAR(flow.scale[i], sums[i].scale, tolerance);
    EXPECT_NEAR(flow.borrowed[i], sums[i].borrowed, tolerance);
    EXPECT_NEAR(flow.reserve[i], sums[i].reserve, tolerance);
    EXPECT_NEAR(flow.scale[i], flow.borrowed[i] + flow.reserve[i] + together[i], tolerance);
    for (const auto& [from, amount] : sums[i].paid) EXPECT_NEAR(amount, 0, tolerance) << "not seen";
  }
}

class BankTraces : public ::testing::TestWithParam<BankCase> {};
INSTANTIATE_TEST_SUITE_P(Kinds, BankTraces, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(BankTraces, AreThoseOfTheSlowModel) {
  std::size_t given_up = 0;
  double paid = 0;
  for (std::uint64_t seed = 0; seed < effort(8u, 4u); ++seed) {
    const std::size_t groups = std::array{48, 7, 1, 400}[seed % 4];
    SCOPED_TRACE("seed " + std::to_string(seed) + ", groups " + std::to_string(groups));
    Books books(GetParam(), seed, groups);
    books.play(300);
    const BankTrace trace = books.take();
    EXPECT_EQ(trace.pooled, GetParam().spending == kPool);

    const Flow& flow = trace.flow;
    ASSERT_FALSE(flow.ends.empty());
    ASSERT_LE(flow.ends.size(), groups);
    EXPECT_EQ(flow.ends.back(), window_of(books.slow(), groups));
    for (std::size_t i = 0; i < flow.ends.size(); ++i)
      EXPECT_EQ(flow.ends[i], std::min((i + 1) * flow.ends[0], flow.ends.back()));
    expect_same_flow(flow, books.slow());

    // What was borrowed in the window has paid for a round of it, at once or later, or is left.
    const SlowBank::Round& last = books.slow().rounds[flow.ends.back() - 1];
    double loans = last.left_in_reserve;
    for (std::size_t i = 0; i < flow.ends.size(); ++i) loans += flow.borrowed[i] + flow.reserve[i];
    EXPECT_NEAR(loans, last.invested, 1e-9 * last.invested);
    for (const Flow::Paid& p : flow.paid) paid += p.amount;
    given_up += books.given_up();
  }
  EXPECT_GT(paid, 0);
  EXPECT_EQ(given_up > 0, GetParam().gives_up);
}

// While nothing comes back, everything is borrowed, and the window grows with the run.
TEST(BankTraces, WithoutOutcomesEverythingIsBorrowed) {
  const auto agent = testing::make(R"({"agent":"banker-tinf","arms":3})");
  BankRecorder recorder(*agent, 10);
  const Regret regret{1, {}};
  for (std::uint64_t t = 1; t <= 100; ++t) {
    (void)agent->ask().value();
    recorder.asked({t, *agent, {}, {}, regret});
  }
  const Flow flow = recorder.take().flow;
  EXPECT_EQ(flow.ends, (std::vector<std::uint64_t>{16, 32, 48, 64, 80, 96, 100}));
  EXPECT_TRUE(flow.paid.empty());
  for (std::size_t i = 0; i < flow.ends.size(); ++i)
    EXPECT_NEAR(flow.borrowed[i], flow.scale[i], 1e-12 * flow.scale[i]);
}

}  // namespace
}  // namespace banker::lab::bank_trace_test
