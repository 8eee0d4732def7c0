// The bounds of theorems: what they say, where there are none, and that measured regret stays below them.

#include "banker/lab/bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "banker/agent/catalog.hpp"
#include "banker/lab/trace.hpp"
#include "support/effort.hpp"

namespace banker::lab::bound_test {
namespace {

using testing::effort;

Study study_of(const std::string& agent, const std::string& delays, const std::string& losses = "bernoulli",
               std::vector<std::size_t> arms = {4}, std::uint64_t rounds = 10'000) {
  Request request;
  request.agents = {agent};
  request.losses = {losses};
  request.delays = {delays};
  request.arms = std::move(arms);
  request.rounds = {rounds};
  return plan(request).value();
}
std::optional<Bound> bound_of(const Study& study) { return bound(study.cells[0].specs[0], study.cells[0]); }

std::string spec(const std::string& agent, const std::string& more) {
  return R"({"agent":")" + agent + "\"," + more + "}";
}
const std::string kConstant = R"("scale":{"rule":"constant","value":10})";
const std::string kReduced = spec("tsallis-inf", R"("estimator":"reduced-variance")");
const std::string kOptions = R"("scale_factor":3,"skip_stale":4,"reserve":{"kappa":1})";

// K = 4, T = 10,000; late: D = 20,000 and m = 20. Computed elsewhere from the theorems; to 1e-9 of the value.
TEST(Bound, Values) {
  const Horizon soon{.rounds = 10'000}, half{.rounds = 5'000};
  const Horizon late{.rounds = 10'000, .total_outstanding = 20'000, .most_outstanding = 20};
  const struct {
    std::string agent, delays;
    Horizon horizon;
    double value;
  } cases[]{
      {"exp3", "none", soon, 333.0218444630791},  // sqrt(2 K T ln K)
      {"exp3", "none", half, 249.76638334730933},
      {"exp3-ix", "none", half, 333.0218444630791},
      {spec("bold", R"("base":{"agent":"exp3"})"), "none", soon, 470.9640090061899},
      {spec("bold", R"("base":{"agent":"exp3-ix"})"), "none", soon, 706.4460135092849},
      {"tsallis-inf", "none", soon, 800},
      {kReduced, "none", soon, 784.4176146790606},
      {"bold", "fixed:3", {.rounds = 10'000, .total_outstanding = 1, .most_outstanding = 3}, 1600},
      {"delayed-exp3", "fixed:2", late, 706.4460135092849},
      {"delayed-tsallis", "fixed:2", late, 1385.6406460551018},
      {"zimmert-seldin", "fixed:2", late, 1270.9640090061898},
      {spec("omd", kConstant), "none", soon, 2020},
      {spec("banker-omd", kConstant), "fixed:2", late, 2420},
      {spec("banker-omd", R"("regularizer":"negentropy",)" + kConstant), "fixed:2", late, 2291.121815835177},
      {spec("banker-omd", R"("regularizer":"log-barrier",)" + kConstant), "fixed:2", late, 6012.408369100473},
      {"banker-tinf", "none", soon, 600},
      {"banker-omd", "fixed:2", late, 2739.3310734799643},
      {spec("banker-tinf", kOptions), "fixed:2", late, 4383.186873482979},
      {spec("banker", R"("memory":0.75)"), "none", soon, 866.9758088163957},
      {spec("banker", R"("memory":0.75)"), "fixed:2", late, 8879.720790248575},
  };
  for (const auto& [agent, delays, horizon, value] : cases) {
    const auto found = bound_of(study_of(agent, delays));
    ASSERT_TRUE(found) << agent;
    EXPECT_NEAR(found->at(horizon), value, 1e-9 * value) << agent << ' ' << delays << ' ' << found->formula;
  }
}

// Agents with a theorem, and how much delay it bears.
const std::string kAny = "loss-dependent:6", kBlind = "uniform:12", kNone = "none";
const struct {
  std::string agent, delays;
} kCovered[]{
    {"banker", kAny},
    {spec("banker", R"("skip_stale":false,"memory":0,"scale_factor":0.5,"reserve":{"kappa":3})"), kAny},
    {"banker-omd", kAny},
    {spec("banker-omd", kConstant), kAny},
    {spec("banker-omd", R"("regularizer":"log-barrier")"), kAny},
    {"banker-tinf", kAny},
    {spec("banker-tinf", kOptions), kAny},
    {"bold", kAny},
    {spec("bold", R"("base":)" + kReduced), kBlind},
    {"delayed-exp3", kBlind},
    {"delayed-tsallis", kBlind},
    {"zimmert-seldin", kBlind},
    {"exp3", kNone},
    {"exp3-ix", kNone},
    {"tsallis-inf", kNone},
    {kReduced, kNone},
    {spec("omd", kConstant), kNone}};
// And without: among them omd with a scale that varies.
const std::string kWithout =
    "ahb banker-scale-free banker-sflbinf banker-sftinf delayed-thompson delayed-ucb dew omd sf-mab umab-g "
    "umab-nn "
    R"(uniform {"agent":"zimmert-seldin","tuning":"advanced"} {"agent":"bold","base":{"agent":"dew"}} )";

TEST(Bound, OnlyWhereThereIsATheorem) {
  const auto bears = [](const std::string& most, const std::string& delays) {
    return most == kAny || delays == kNone || (most == kBlind && delays == kBlind);
  };
  for (const auto& [agent, most] : kCovered) {
    for (const std::string& delays : {kNone, kBlind, std::string("arm-dependent:6"), kAny}) {
      if (delays != kNone && agent.find("\"omd\"") != agent.npos) continue;  // it cannot play
      EXPECT_EQ(bound_of(study_of(agent, delays)).has_value(), bears(most, delays)) << agent << ' ' << delays;
    }
  }
  std::istringstream without(kWithout);
  for (std::string agent; without >> agent;) EXPECT_FALSE(bound_of(study_of(agent, kNone))) << agent;
  for (const std::string agent : {"banker-bolo", "bolo", "delayed-scrible"})
    EXPECT_FALSE(bound_of(study_of(agent, kNone, "linear-walk", {}))) << agent;
}

TEST(Bound, EveryAgentIsInOneOfTheTables) {
  std::string names = ' ' + kWithout;
  for (const auto& row : kCovered)
    names += study_of(row.agent, kNone).agents[0] + ' ';  // "exp3", "omd scale=..."
  for (const CatalogEntry& entry : catalog())
    EXPECT_TRUE(entry.kind == "linear" || names.find(' ' + entry.name + ' ') != names.npos) << entry.name;
}

TEST(Bound, GrowsWithRoundsDelaysAndDrops) {
  for (const auto& [agent, delays] : kCovered) {
    const auto found = bound_of(study_of(agent, delays));
    ASSERT_TRUE(found) << agent;
    const auto at = [&](double t, double d, double m, double dropped) {
      return found->at({.rounds = t, .total_outstanding = d, .most_outstanding = m, .dropped = dropped});
    };
    for (double t = 1; t < 1e7; t *= 3) {
      for (double m = 0, d = 0; m < t && (m == 0 || delays != kNone); m = 2 * m + 1, d = m * std::sqrt(t)) {
        const double value = at(t, d, m, 0);
        ASSERT_GT(value, 0) << agent;
        EXPECT_GT(at(2 * t, d, m, 0), value) << agent;
        EXPECT_GE(at(t, 2 * d, m, 0), value) << agent;
        EXPECT_GE(at(t, d, m + 1, 0), value) << agent;
        EXPECT_DOUBLE_EQ(at(t, d, m, 5), value + 5);
      }
    }
  }
}

// In units of the losses: a range of [-2, 6] is eight times [0, 1], also where it is that of a base.
TEST(Bound, ScalesWithTheRange) {
  const std::string range = R"("loss_range":[-2,6])";
  const Horizon h{.rounds = 700, .total_outstanding = 900, .most_outstanding = 5, .dropped = 3};
  for (const std::string agent : {"banker", "banker-tinf", "banker-omd", "delayed-exp3", "zimmert-seldin"})
    EXPECT_DOUBLE_EQ(bound_of(study_of(spec(agent, range), kBlind))->at(h),
                     8 * bound_of(study_of(agent, kBlind))->at(h));
  EXPECT_DOUBLE_EQ(
      bound_of(study_of(spec("bold", R"("base":{"agent":"tsallis-inf",)" + range + "}"), kBlind))->at(h),
      8 * bound_of(study_of("bold", kBlind))->at(h));
}

constexpr std::size_t kPlaces = 10;  // where regret and bound are compared

// The regret at ten places of the runs, divided by the bound there; both are means over the runs.
std::vector<double> shares(const Study& study) {
  std::vector<double> regret(kPlaces), limit(kPlaces);
  for (std::size_t run = 0; run < study.runs; ++run) {
    const TraceOptions options{.points = kPlaces, .detail = false};
    const Trace trace = **lab::trace(job(study, run), study.cells[0], options);
    std::ranges::transform(regret, trace.regret, regret.begin(), std::plus());
    std::ranges::transform(limit, trace.bound, limit.begin(), std::plus());
  }
  std::ranges::transform(regret, limit, regret.begin(), std::divides());
  return regret;
}

// A dropped round costs at most 1, and is counted.
TEST(Bound, CountsDroppedRounds) {
  for (const std::string agent : {"banker", "banker-tinf", "delayed-exp3"}) {
    Study study = study_of(agent, "uniform:40", "bernoulli:0.4", {3}, 1'000);
    study.runs = effort(8, 2);
    const Bound found = *bound(study.cells[0].specs[0], study.cells[0]);
    const Trace all = **lab::trace(job(study, 0), study.cells[0], {.points = kPlaces, .detail = false});
    study.drop_after = 20;
    const Trace some = **lab::trace(job(study, 0), study.cells[0], {.points = kPlaces, .detail = false});
    EXPECT_EQ(all.dropped.back(), 0);
    EXPECT_GT(some.dropped.back(), 300);
    const double without = found.at({.rounds = 1'000,
                                     .total_outstanding = some.total_outstanding.back(),
                                     .most_outstanding = some.most_outstanding.back()});
    EXPECT_DOUBLE_EQ(some.bound.back(), without + some.dropped.back());
    for (const double share : shares(study)) EXPECT_LT(share, 0.9) << agent;
  }
}

// The seeds are fixed, so this cannot fail by chance; and the margin is large: the largest share is 0.76, of exp3.
TEST(Bound, MeasuredRegretIsBelow) {
  for (const auto& [agent, most] : kCovered) {
    for (const std::string losses : {"bernoulli:0.4", "trap:60", "drifting:300"}) {
      for (const std::string delays :
           {"none", "fixed:20", "geometric:10", "uniform:40", "loss-dependent:20"}) {
        if (delays != kNone && most == kNone) continue;
        Study study = study_of(agent, delays, losses, {3}, 1'000);
        study.runs = effort(24, 4);
        const auto found = bound_of(study);
        if (!found) continue;
        for (const double share : shares(study))
          EXPECT_LT(share, 0.9) << agent << ' ' << losses << ' ' << delays;
      }
    }
  }
}

}  // namespace
}  // namespace banker::lab::bound_test
