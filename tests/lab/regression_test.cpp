// What once was wrong in the lab, at the level of the library: each test fails if it comes back.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "agent/player.hpp"
#include "banker/lab/run_log.hpp"
#include "banker/lab/scaling.hpp"
#include "lab/csv.hpp"
#include "lab/ground.hpp"
#include "lab/lab_support.hpp"
#include "lab/written_file.hpp"

namespace banker::lab::regression_test {
namespace {

using namespace banker::testing;

Table table_of(std::size_t columns, std::vector<double> values) { return {{}, columns, std::move(values)}; }

TEST(Fingerprint, AllTablesOfSixteenZerosAndOnesDiffer) {
  std::set<std::uint64_t> seen;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    std::vector<double> values;
    for (unsigned i = 0; i < 16; ++i) values.push_back(bits >> i & 1);
    seen.insert(table_of(2, std::move(values)).fingerprint());
  }
  EXPECT_EQ(seen.size(), 65536u);
}

TEST(Fingerprint, SeesSignsOrderAndShape) {
  const std::vector<double> values{0.5, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> negated{-0.5, -1, -2, -3, -4, -5, -6, -7}, swapped{2, 3, 0.5, 1, 4, 5, 6, 7};
  std::set<std::uint64_t> prints;
  for (const auto& other : {values, negated, swapped}) prints.insert(table_of(2, other).fingerprint());
  for (const std::size_t columns : {1u, 4u, 8u}) prints.insert(table_of(columns, values).fingerprint());
  EXPECT_EQ(prints.size(), 6u);
}

class LogTest : public ::testing::Test {
 protected:
  LogTest() : study_(*plan({.agents = {"uniform"}, .arms = {3}, .rounds = {20}, .runs = 2})) {
    folder_.make();
    RunLog log = *RunLog::open(path(), false);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_FALSE(log.append(job(study_, i), **run(job(study_, i), study_.cells[0])));
  }
  std::string path() const { return folder_ / "runs.jsonl"; }
  NewFolder folder_;
  Study study_;
};

TEST_F(LogTest, OneProgramAtATime) {
  std::optional<RunLog> log = *RunLog::open(path(), true);
  expect_refused(RunLog::open(path(), true), {path(), "another program"});
  log.reset();
  EXPECT_EQ(RunLog::open(path(), true)->size(), 2u);
}

TEST_F(LogTest, AForeignFileIsUntouchedAndACutOffLineThrownAway) {
  const std::string whole = read_text(path());
  for (const std::string foreign : {"my own notes", "x", "{\"jobs\":1", "[{\"job\":"}) {
    for (const std::string& before : {std::string(), whole}) {
      write_text(path(), before + foreign);
      expect_refused(RunLog::open(path(), true), {path(), "not a finished run"});
      EXPECT_EQ(read_text(path()), before + foreign);
    }
  }
  for (const std::string cut : {"{", "{\"jo", "{\"job\":", "{\"job\":{\"spec\":{\"agent\":\"uni"}) {
    write_text(path(), whole + cut);
    EXPECT_EQ(RunLog::open(path(), true)->size(), 2u);
    EXPECT_EQ(read_text(path()), whole);
  }
}

TEST(Trace, NeverInAnyRowKeepsTheRowsAligned) {
  const std::pair<std::string, std::vector<std::uint64_t>> cases[]{
      {"never\n3\n0\n", {kNever, 3, 0}},
      {"3\nnever\n5\nnever", {3, kNever, 5, kNever}},
      {"delay\nnever\n7\n", {kNever, 7}},
      {"round,delay\n1,2\n2,never\n3,9\n", {2, kNever, 9}},
      {" never \r\nnever\r\n1\r\n", {kNever, kNever, 1}}};
  for (const auto& [text, expected] : cases) {
    SCOPED_TRACE(text);
    const WrittenFile file(text);
    const DelaySource source = *make_delays("trace:file=" + file.path());
    ASSERT_EQ(source.rounds, expected.size());
    const auto delays = source.start({.arms = 3, .rounds = expected.size(), .seed = 1});
    for (std::size_t t = 1; t <= expected.size(); ++t) EXPECT_EQ(delays->of(t, 0, 0), expected[t - 1]) << t;
  }
}

// Round t is told or dropped by round t + d + 1: after T rounds those up to T - d - 1 are closed.
TEST(DropAfter, NoRoundIsOpenLonger) {
  constexpr std::uint64_t kRounds = 400;
  for (const std::uint64_t d : {0u, 1u, 7u, 50u}) {
    const auto agent = make(R"({"agent":"banker-tinf","arms":4,"seed":3})");
    const Setting setting{.arms = 4, .rounds = kRounds, .seed = 3};
    const auto losses = make_losses("bernoulli")->start(setting);
    const auto delays = make_delays("never:0.3")->start(setting);
    ASSERT_TRUE(*simulate(*agent, *losses, *delays, {.rounds = kRounds, .drop_after = d}));
    for (std::uint64_t t = 1; t <= kRounds; ++t) {
      const bool open = t + std::min(d, delays->of(t, 0, 0)) + 1 > kRounds;
      EXPECT_EQ(static_cast<bool>(agent->statement(RoundId{t})), open) << t;
    }
    EXPECT_LE(agent->outstanding(), d + 1);
  }
}

Results played(const std::string& agent, std::uint64_t drop_after) {
  Request request{.agents = {agent}, .delays = {"fixed:20"}, .arms = {4}, .rounds = {500}, .runs = 3};
  request.drop_after = drop_after;
  const Study study = *plan(request);
  EXPECT_EQ(job(study, 0).drop_after, drop_after);
  return timeless(*run(study, {}));
}

TEST(DropAfter, OnlyWhatIsLaterIsDropped) {
  const Results all = played("banker-tinf", kNever), uniform = played("uniform", kNever);
  for (const std::uint64_t d : {20u, 21u}) EXPECT_TRUE(played("banker-tinf", d) == all) << d;
  EXPECT_GT(std::abs(all[0]->regret - uniform[0]->regret), 1);  // there is something to lose
  for (const std::uint64_t d : {0u, 5u, 19u}) {
    const Results none = played("banker-tinf", d);
    for (std::size_t r = 0; r < 3; ++r) EXPECT_NEAR(none[r]->regret / uniform[r]->regret, 1, 1e-9) << d;
  }
}

// Regret and certificate are in units of the losses: 1e-9 relative.
void expect_scaled(const RunResult& one, const RunResult& many, double factor) {
  EXPECT_GT(std::abs(one.regret), 1);
  ASSERT_TRUE(one.certificate && many.certificate);
  EXPECT_NEAR(many.regret / one.regret, factor, 1e-9 * factor);
  EXPECT_NEAR(*many.certificate / *one.certificate, factor, 1e-9 * factor);
}

TEST(Certificate, OfArmsIsInUnitsOfTheLosses) {
  const auto result = [](const std::string& one) {
    std::string text;
    Random random(4);
    for (int t = 0; t < 400; ++t)
      text += (random() % 4 ? "0," : one + ",") + (random() % 2 ? "0\n" : one + "\n");
    const WrittenFile file(text);
    const std::string agent = R"({"agent":"banker-tinf","loss_range":[0,)" + one + "]}";
    Request request{.agents = {agent}, .delays = {"fixed:5"}, .arms = {2}, .rounds = {400}, .runs = 1};
    request.losses = {"matrix:file=" + file.path()};
    return *(*run(*plan(request), {}))[0];
  };
  expect_scaled(result("1"), result("1000"), 1000);
}

class Constant final : public Losses {
 public:
  explicit Constant(double size) : Losses({0.6 * size, -0.5 * size, 0.1 * size}) {}
  bool advance(std::uint64_t t) override { return t == 1; }
};

TEST(Certificate, OfABodyIsInUnitsOfTheLosses) {
  const auto result = [](double size, const std::string& range) {
    const std::string body = R"("body":{"type":"ball","dimension":3,"radius":1},"horizon":300,"seed":2)";
    const auto agent = make(R"({"agent":"banker-bolo",)" + body + R"(,"loss_range":)" + range + "}");
    const Ground ground = *Ground::of(agent->spec());
    Constant losses(size);
    const auto delays = make_delays("fixed:3")->start({.arms = 3, .rounds = 300, .seed = 2});
    const auto least = [&](std::span<const double> sum) { return ground.least(sum); };
    return **simulate(*agent, losses, *delays, {.rounds = 300, .least = least});
  };
  expect_scaled(result(1, "[-1,1]"), result(100, "[-100,100]"), 100);
}

// The theory of the regret of an agent; every run is known before it is run.
std::optional<double> theory(const std::string& agent, const std::string& variable) {
  const Sweep sweep =
      plan(ScalingRequest{.agents = {agent}, .variables = {variable}, .rounds = 4096, .runs = 8})->front();
  const auto known = [](std::size_t) { return RunResult{1, {}, {}, 1, 1, {1}}; };
  return measure(sweep, {.known = known})->front().theory;
}

TEST(Theory, IsOfTheAgentOfTheCatalogInAnySpending) {
  const std::string start = R"({"agent":"banker-tinf",)", spending = R"("spending":"newest-first")";
  EXPECT_EQ(theory("bolo", "n"), 1);
  EXPECT_EQ(theory("banker-tinf", "T"), 0.5);
  EXPECT_EQ(theory(start + spending + "}", "T"), 0.5);
  EXPECT_EQ(theory(start + R"("scale_factor":2})", "T"), std::nullopt);
  EXPECT_EQ(theory(start + R"("scale_factor":2,)" + spending + "}", "T"), std::nullopt);
  EXPECT_EQ(theory(start + spending + R"(,"scale_factor":2})", "T"), std::nullopt);
}

TEST(Bold, HasNoCostsOfItsOwn) {
  const auto agent = make(R"({"agent":"bold","arms":3,"seed":1,"base":{"agent":"banker-tinf"}})");
  for (std::uint64_t t = 1; t <= 3; ++t) ASSERT_TRUE(agent->ask());
  EXPECT_EQ(agent->tell(RoundId{2}, 1)->immediate_cost, std::nullopt);
  EXPECT_EQ(agent->drop(RoundId{1})->immediate_cost, std::nullopt);
  EXPECT_EQ(agent->certificate(), std::nullopt);
}

}  // namespace
}  // namespace banker::lab::regression_test
