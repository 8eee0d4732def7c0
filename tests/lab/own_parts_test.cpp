// Losses, delays and scale rules of the user's own in a study: the same as built-in ones, and never mistaken for others.

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "agent/json_library.hpp"
#include "agent/own_rules.hpp"
#include "banker/lab/bound.hpp"
#include "banker/lab/report.hpp"
#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "lab/lab_support.hpp"

namespace banker::lab::own_parts_test {
namespace {

using testing::expect_refused;
using testing::expect_words;
using testing::NewFolder;
using testing::OwnConstant;
using testing::OwnDelayAdaptive;
using testing::timeless;
using Json = nlohmann::json;

constexpr const char* kOwnSpec = R"({"agent":"banker-omd","scale":{"rule":"own","name":"my-rule"}})";
constexpr const char* kBuiltInSpec =
    R"({"agent":"banker-omd","scale":{"rule":"delay-adaptive","factor":0.7}})";

// The losses and delays of generators under another text.
LossSource my_losses(const std::string& text = "my losses") {
  LossSource source = *make_losses("bernoulli:0.2");
  source.text = text;
  return source;
}
DelaySource my_delays(const std::string& text = "my delays") {
  DelaySource source = *make_delays("geometric:6");
  source.text = text;
  return source;
}
const OwnScales kRules{{"my-rule", [] { return std::make_unique<OwnDelayAdaptive>(0.7); }}};

Request small() {
  return {.agents = {kOwnSpec, "banker", "uniform"},
          .losses = {"my losses"},
          .delays = {"my delays", "none"},
          .arms = {3},
          .rounds = {200},
          .runs = 3,
          .seed = 9,
          .own_losses = {my_losses()},
          .own_delays = {my_delays()},
          .own_scales = kRules};
}
Request built_in() {
  Request request = small();
  request.agents[0] = kBuiltInSpec;
  request.losses = {"bernoulli:0.2"};
  request.delays = {"geometric:6", "none"};
  return request;
}

TEST(OwnParts, GiveTheResultsOfBuiltInOnes) {
  const Study study = *plan(small());
  EXPECT_EQ(study.agents, (std::vector<std::string>{"banker-omd scale=my-rule", "banker", "uniform"}));
  EXPECT_TRUE(study.cells[0].losses.own && study.cells[0].delays.own && !study.cells[1].delays.own);
  const Results expected = timeless(*run(*plan(built_in()), {.threads = 1}));
  EXPECT_EQ(timeless(*run(study, {.threads = 1})), expected);
  EXPECT_EQ(timeless(*run(study, {.threads = 4})), expected);
}

TEST(OwnParts, AreWatchedAsBuiltInOnes) {
  const Study study = *plan(small()), other = *plan(built_in());
  const auto traces = *trace_first_runs(study, *run(study, {}), {});
  const auto expected = *trace_first_runs(other, *run(other, {}), {});
  ASSERT_EQ(traces.size(), expected.size());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    EXPECT_EQ(traces[i]->regret, expected[i]->regret);
    EXPECT_EQ(traces[i]->certificate, expected[i]->certificate);
    EXPECT_EQ(traces[i]->scale, expected[i]->scale);
    EXPECT_EQ(traces[i]->bound, i % 3 == 0 ? std::vector<double>() : expected[i]->bound)
        << "no theorem is about a rule of one's own";
  }
  EXPECT_FALSE(bound(study.cells[0].specs[0], study.cells[0]));
  EXPECT_TRUE(bound(study.cells[0].specs[1], study.cells[0]));
}

TEST(OwnParts, AreInPartsAndCanBeTheReference) {
  Request request = small();
  request.parts = {{{"my losses"}, {"none"}, {3}, {50}}, {{"bernoulli:0.1"}, {"my delays"}, {2}, {60}}};
  request.share_of = "banker-omd scale=my-rule";
  const Study study = *plan(request);
  EXPECT_EQ(study.reference, 0u);
  EXPECT_TRUE(study.cells[0].losses.own && study.cells[1].delays.own);
  EXPECT_FALSE(study.cells[0].delays.own || study.cells[1].losses.own);
}

// The losses of an arm are its number over the last one.
class Ramp : public Losses {
 public:
  explicit Ramp(std::size_t arms) : Losses(std::vector<double>(arms)) {
    for (std::size_t i = 0; i < arms; ++i) mean_[i] = static_cast<double>(i) / static_cast<double>(arms - 1);
  }
  bool advance(std::uint64_t t) override { return t == 1; }
};

TEST(OwnParts, AreMadeForEveryRun) {
  std::atomic<int> starts = 0, made = 0;
  Request request = small();
  request.losses = {"ramp"};
  request.own_losses = {{.text = "ramp", .start = [&](const Setting& s) {
                           ++starts;
                           return std::make_unique<Ramp>(s.arms);
                         }}};
  request.own_scales["my-rule"] = [&] {
    ++made;
    return std::make_unique<OwnConstant>(4);
  };
  const Study study = *plan(request);
  starts = made = 0;
  const Results results = *run(study, {.threads = 4});
  EXPECT_EQ(starts, 2 * 3 * 3);
  EXPECT_EQ(made, 2 * 3);
  for (std::size_t r = 0; r < 3; ++r)  // of uniform: half a loss in every round
    EXPECT_NEAR(results[study.index(0, 2, r)]->regret, 100, 1e-9);
}

TEST(OwnParts, AreRefusedWhereTheirNamesAreNot) {
  const auto refused = [](auto change, std::initializer_list<std::string_view> words) {
    Request request = small();
    change(request);
    expect_refused(plan(request), words);
  };
  refused([](Request& r) { r.own_losses[0].text = "bernoulli:0.3"; }, {"\"bernoulli:0.3\"", "generator"});
  refused([](Request& r) { r.own_losses[0].text = "bernoulli"; }, {"\"bernoulli\"", "generator"});
  refused([](Request& r) { r.own_delays[0].text = "none"; }, {"delays \"none\"", "generator"});
  refused([](Request& r) { r.own_losses.push_back(my_losses()); }, {"\"my losses\"", "twice"});
  refused([](Request& r) { r.own_delays.push_back(my_delays()); }, {"\"my delays\"", "twice"});
  refused([](Request& r) { r.own_delays[0].start = {}; }, {"\"my delays\"", "start()"});
  refused([](Request& r) { r.own_losses[0].text = ""; }, {"text"});
  refused([](Request& r) { r.own_losses[0].text = "\xff"; }, {"UTF-8"});
  refused([](Request& r) { r.own_losses.clear(); }, {"my losses"});
  refused([](Request& r) { r.own_delays.clear(); }, {"my delays"});
  refused([](Request& r) { r.own_scales.clear(); },
          {"banker-omd scale=my-rule", "\"my-rule\"", "must be given", "own_scales"});
  refused([](Request& r) { r.own_losses[0].high = 3; }, {"my losses", "[0, 3]", "loss_range"});
  refused([](Request& r) { r.own_losses[0].arms = 5; }, {"my losses", "5 arms"});
}

TEST(OwnParts, ThatFailStopTheStudy) {
  const auto fails = [](auto change, std::initializer_list<std::string_view> words) {
    Request request = small();
    change(request);
    expect_refused(run(*plan(request), {.threads = 2}), words);
  };
  fails([](Request& r) { r.own_losses[0].start = [](const Setting&) { return nullptr; }; }, {"my losses"});
  fails([](Request& r) { r.own_delays[0].start = [](const Setting&) { return nullptr; }; }, {"my delays"});
  fails(
      [](Request& r) {
        r.own_losses[0].start = [](const Setting& s) { return std::make_unique<Ramp>(s.arms + 1); };
      },
      {"my losses", "4 means for 3 arms"});
  fails(
      [](Request& r) {
        r.own_delays[0].start = [](const Setting&) -> std::unique_ptr<Delays> {
          throw std::runtime_error("the file is gone");
        };
      },
      {"the file is gone"});
  fails([](Request& r) { r.own_scales["my-rule"] = [] { return std::make_unique<OwnConstant>(-2); }; },
        {"my-rule", "-2"});
}

TEST(OwnParts, NoCommandMakesThemAndTheReportSaysSo) {
  const auto report_of = [](const Request& request) {
    const Study study = *plan(request);
    return Report{request, study, *run(study, {})};
  };
  Request request = small();
  const Report report = report_of(request);
  EXPECT_EQ(command(report),
            "# Made by a program with parts of its own, which no command has: scale rule my-rule, losses my "
            "losses, "
            "delays my delays");
  EXPECT_EQ(command(report, 1),
            "# Made by a program with parts of its own, which no command has: scale rule my-rule, losses my "
            "losses");
  const Json page = Json::parse(report_json(report));
  EXPECT_EQ(page["command"], command(report));
  EXPECT_EQ(page["agents"][0]["name"], "banker-omd scale=my-rule");
  EXPECT_EQ(page["agents"][0]["bound"], nullptr);

  request = built_in();
  request.losses.push_back("my\nlosses");
  request.own_losses = {my_losses("my\nlosses")};
  request.own_losses[0].data = 77;
  const Report mixed = report_of(request);
  expect_words(command(mixed), {"# Made", "losses my losses"});
  EXPECT_EQ(command(mixed).find('\n'), std::string::npos);
  EXPECT_EQ(command(mixed, 0).find("banker compare --agent"), 0u) << "this cell has nothing of its own";
  EXPECT_EQ(Json::parse(report_json(mixed))["data"], false) << "no file is needed";
}

TEST(OwnParts, AreWrittenByNameAndNeededAgain) {
  Request again = *read_request(write_request(small()));
  expect_refused(plan(again), {"my losses"});
  const Request request = small();
  again.own_losses = request.own_losses;
  again.own_delays = request.own_delays;
  again.own_scales = request.own_scales;
  EXPECT_EQ(plan(again)->agents, plan(request)->agents);
  EXPECT_EQ(timeless(*run(*plan(again), {})), timeless(*run(*plan(request), {})));
}

TEST(OwnParts, AreNotTakenForOthersInALog) {
  NewFolder folder;
  folder.make();
  RunLog log = *RunLog::open(folder / "runs.jsonl", false);
  Request request = small();
  const auto try_all = [&](const Study& study) {  // how many runs the log takes
    std::size_t kept = 0;
    for (std::size_t i = 0; i < study.jobs(); ++i) {
      RunResult result;
      result.curve.resize(60);
      const auto error = log.append(job(study, i), result);
      if (error) expect_words(error->message, {"runs.jsonl", "your own", "fingerprint"});
      kept += !error;
    }
    return kept;
  };
  EXPECT_EQ(try_all(*plan(request)), 0u);
  request.own_losses[0].data = 4;
  EXPECT_EQ(try_all(*plan(request)), 3 * 2u)
      << "banker and uniform, without the delays that have no fingerprint";
  const auto known = [&](const Request& r) {
    const RunLog read = *RunLog::read(folder / "runs.jsonl");
    const Study study = *plan(r);
    std::size_t count = 0;
    for (std::size_t i = 0; i < study.jobs(); ++i) count += read.find(job(study, i)).has_value();
    return count;
  };
  EXPECT_EQ(known(request), 3 * 2u);
  request.own_losses[0].data = 5;
  EXPECT_EQ(known(request), 0u) << "the same name, and other losses";
}

}  // namespace
}  // namespace banker::lab::own_parts_test
