// --out and report: the page has the numbers of results.json, the same page is made again, and bad folders are refused.

#include <gtest/gtest.h>

#include <cmath>

#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"

namespace banker::testing::report_command_test {
namespace {

constexpr const char* kStudy =
    R"({"agents":["uniform","banker",{"agent":"banker-tinf","spending":"newest-first"},"delayed-exp3"],"runs":3,"rounds":400,
    "losses":["bernoulli:0.3","trap:50"],"delays":["fixed:10","geometric:5"],"arms":[3],"points":50,"share_of":"uniform"})";

// The JSON of a page.
Json report_in(const std::string& page) {
  const std::string_view start = R"(<script id="report" type="application/json">)";
  const std::size_t begin = page.find(start);
  if (begin == page.npos) return {};
  const std::size_t from = begin + start.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

class Report : public ::testing::Test {
 protected:
  Texts study() const { return {"run", file_.path(), "--out", folder_.path()}; }
  std::string file(const std::string& name) const { return read_text(folder_ / name); }
  Json page() const { return report_in(file("index.html")); }

  NewFolder folder_;

 private:
  WrittenFile file_{kStudy, ".json"};
};

TEST_F(Report, HasTheNumbersOfTheResults) {
  printed(study());
  const Json results = Json::parse(file("results.json")), report = page();
  ASSERT_EQ(report["cells"].size(), 4u);
  for (std::size_t c = 0; c < 4; ++c) {
    const Json &cell = report["cells"][c], &expected = results["cells"][c];
    for (const char* key : {"losses", "delays", "arms", "rounds"}) EXPECT_EQ(cell[key], expected[key]);
    ASSERT_EQ(cell["agents"].size(), 4u);
    for (std::size_t a = 0; a < 4; ++a) {
      Json entry = cell["agents"][a];
      EXPECT_EQ(report["agents"][entry["agent"].get<std::size_t>()]["name"], expected["agents"][a]["name"]);
      for (const char* key : {"regret", "certificate", "ns_per_round", "share"})
        EXPECT_EQ(entry[key], expected["agents"][a][key]) << key;
      EXPECT_NEAR(entry["curve"]["mean"].back(), entry["regret"]["mean"],
                  1e-4 * std::fabs(entry["regret"]["mean"].get<double>()))
          << "the curve ends at the regret, to five digits";
      EXPECT_EQ(entry["curve"]["round"].back(), 400);
    }
  }
  for (std::size_t s = 0; s < 4; ++s) {
    EXPECT_EQ(report["scores"][s]["score"], results["scores"][s]["score"]);
    EXPECT_EQ(report["scores"][s]["stderr"], results["scores"][s]["stderr"]);
  }
}

TEST_F(Report, HasRanksAndDistancesThatAgree) {
  printed(study());
  const auto rows = parse_csv(file("results.csv"));
  const Json report = page();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Json& agents = report["cells"][(i - 1) / 4]["agents"];
    const Json& entry = agents[(i - 1) % 4];
    EXPECT_EQ(std::to_string(entry["rank"].get<int>()), rows[i][11]);
    double least = 1e300;
    for (const Json& other : agents) least = std::min(least, other["regret"]["mean"].get<double>());
    const double mean = entry["regret"]["mean"];
    EXPECT_EQ(entry["behind"].is_null(), mean == least);
    if (mean == least) continue;
    EXPECT_NEAR(entry["behind"]["mean"], mean - least, 1e-9);
    EXPECT_GT(entry["behind"]["half"].get<double>(), 0);
  }
}

TEST_F(Report, IsMadeAgainFromTheFolder) {
  printed(study());
  const std::string first = file("index.html"), curves = file("curves.csv"), bank = file("bank.csv");
  std::filesystem::remove(folder_ / "index.html");
  std::filesystem::remove(folder_ / "curves.csv");
  EXPECT_EQ(printed({"report", folder_.path(), "--threads", "1"}), (folder_ / "index.html") + '\n');
  EXPECT_EQ(file("index.html"), first);
  EXPECT_EQ(file("curves.csv"), curves);
  EXPECT_EQ(file("bank.csv"), bank);
}

TEST_F(Report, CommandsMakeTheSameNumbers) {
  printed(study());
  const Json report = page();
  EXPECT_EQ(report["command"], "banker run study.json --share-of uniform --out FOLDER");
  EXPECT_EQ(without_times(json_of({"run", folder_ / "study.json"})),
            without_times(Json::parse(file("results.json"))));
  const std::string command = report["cells"][1]["command"];
  const NewFolder other;
  const std::string line =
      BANKER_PROGRAM + command.substr(6, command.size() - 12) + other.path() + " >/dev/null";
  ASSERT_EQ(std::system(line.c_str()), 0) << line;
  const Json again = report_in(read_text(other / "index.html"));
  ASSERT_EQ(again["cells"].size(), 1u);
  EXPECT_EQ(without_times(again["cells"][0]["agents"]), without_times(report["cells"][1]["agents"]));
  EXPECT_EQ(again["command"], again["cells"][0]["command"]);
}

TEST_F(Report, ShowsBanksAndBounds) {
  printed(study());
  const Json report = page();
  EXPECT_EQ(report["agents"][0]["bank"], false);
  EXPECT_EQ(report["agents"][1]["bank"], true);
  const Json& agents = report["cells"][0]["agents"];
  EXPECT_TRUE(agents[0]["trace"]["detail"]["bank"].is_null());
  EXPECT_EQ(agents[1]["trace"]["detail"]["bank"]["pooled"], true);
  EXPECT_EQ(agents[2]["trace"]["detail"]["bank"]["pooled"], false);
  EXPECT_TRUE(agents[3]["trace"]["scale"].is_null());
  for (const std::size_t a : {1u, 2u, 3u}) {
    const Json& trace = agents[a]["trace"];
    EXPECT_GT(trace["bound"].back().get<double>(), agents[a]["regret"]["mean"].get<double>());
    EXPECT_EQ(trace["round"].back(), 400);
  }
}

TEST_F(Report, OfAStudyThatWasStopped) {
  printed(study());
  const auto lines = lines_of(file("runs.jsonl"));
  std::ofstream log(folder_ / "runs.jsonl");
  for (std::size_t i = 0; i < 20; ++i) log << lines[i];
  log << R"({"job":{"sp)";  // cut off
  log.close();
  const Finished done = run({"report", folder_.path()});
  EXPECT_EQ(done.status, 0);
  expect_words(done.err, {"20 of 48 runs"});
  const Json report = page();
  EXPECT_EQ(report["settings"]["stopped"], (Json{{"finished", 20}, {"of", 48}}));
  EXPECT_TRUE(report["cells"][3]["agents"][0]["rank"].is_null()) << "of one run";
  EXPECT_FALSE(report["cells"][3]["agents"][0]["trace"].is_null()) << "that one is watched";
  EXPECT_EQ(lines_of(file("runs.jsonl")).size(), 21u) << "the log is as it was";
}

TEST_F(Report, ShareOfAnotherAgent) {
  printed(study());
  printed({"report", folder_.path(), "--share-of", "delayed-exp3"});
  const Json report = page();
  EXPECT_EQ(report["settings"]["share_of"], "delayed-exp3");
  EXPECT_EQ(report["cells"][0]["agents"][3]["share"], 1.0);
  expect_refusal({"report", folder_.path(), "--share-of", "exp4"}, {"exp4", "delayed-exp3"});
}

TEST(ReportText, CannotEndItsElement) {
  const NewFolder folder;
  std::filesystem::create_directories(folder / "<");
  std::ofstream(folder / "</script><b>.csv") << "0,1\n1,0\n0,1\n1,1\n";
  printed({"compare", "--agents", "banker", "--losses", "matrix:file=" + (folder / "</script><b>.csv"),
           "--runs", "2", "--out", folder / "out"});
  const std::string page = read_text(folder / "out/index.html");
  EXPECT_EQ(page.find("<b>"), page.npos);
  const Json report = report_in(page);
  EXPECT_TRUE(report["cells"][0]["losses"].get<std::string>().ends_with("</script><b>.csv"));
  EXPECT_EQ(report["data"], true);
}

TEST(ReportText, OneRunOnePointOneAgent) {
  const NewFolder folder;
  printed({"compare", "--agents", "uniform", "--rounds", "2", "--points", "1", "--runs", "1", "--out",
           folder.path()});
  const Json report = report_in(read_text(folder / "index.html"));
  const Json& entry = report["cells"][0]["agents"][0];
  EXPECT_TRUE(entry["rank"].is_null());
  EXPECT_TRUE(entry["regret"]["stderr"].is_null());
  EXPECT_TRUE(entry["curve"]["half"].is_null());
  EXPECT_EQ(entry["curve"]["mean"].size(), 1u);
}

TEST(ReportRefuses, WhatIsNoFolderOfAStudy) {
  const NewFolder folder;
  expect_refusal({"report", folder / "nowhere"}, {"study.json", "--out"});
  std::filesystem::create_directories(folder.path());
  expect_refusal({"report", folder.path()}, {"study.json", "--out"});
  std::ofstream(folder / "study.json") << "{";
  expect_refusal({"report", folder.path()}, {"study.json"});
  std::ofstream(folder / "study.json") << R"({"agents":["banker"],"rounds":10})";
  expect_refusal({"report", folder.path()}, {"runs.jsonl"});
  std::ofstream(folder / "runs.jsonl") << "";
  expect_refusal({"report", folder.path()}, {"no finished run"});
  std::ofstream(folder / "runs.jsonl") << "[]\n";
  expect_refusal({"report", folder.path()}, {"line 1", "not a finished run"});
  EXPECT_FALSE(std::filesystem::exists(folder / "index.html"));
}

TEST(ReportRefuses, CurvesWithoutPoints) {
  expect_refusal({"compare", "--agents", "uniform", "--points", "0"}, {"1 to 10000 points"});
  expect_refusal({"compare", "--agents", "uniform", "--points", "10001"}, {"10000 points, not 10001"});
}

// ---- A study that version 0.1.0 played: its agents name no rule, and are of the first one.

class OldStudy : public Report {
 protected:
  static constexpr const char* kOld = BANKER_SOURCE_DIR "/tests/golden/0.1.0/study/";
  OldStudy() {
    std::filesystem::create_directories(folder_.path());
    for (const char* name : {"study.json", "runs.jsonl"})
      std::filesystem::copy_file(kOld + std::string(name), folder_ / name);
  }
  const Json results_ = Json::parse(read_text(kOld + std::string("results.json")));
};

TEST_F(OldStudy, HasAPageAgain) {
  printed({"report", folder_.path()});
  const Json report = page();
  ASSERT_EQ(report["cells"].size(), results_["cells"].size());
  for (std::size_t c = 0; c < results_["cells"].size(); ++c) {
    const Json &agents = report["cells"][c]["agents"], &expected = results_["cells"][c]["agents"];
    ASSERT_EQ(agents.size(), expected.size());
    for (std::size_t a = 0; a < expected.size(); ++a) {
      EXPECT_EQ(agents[a]["regret"], expected[a]["regret"]);
      EXPECT_EQ(agents[a]["certificate"], expected[a]["certificate"]);
      EXPECT_EQ(agents[a]["runs"], 2);
    }
  }
}

// Nothing is played: every run is there. By a study that says which rule it means.
TEST_F(OldStudy, IsContinued) {
  Json study = Json::parse(file("study.json"));
  for (Json& agent : study["agents"]) {
    if (agent.is_string()) agent = Json{{"agent", agent}};
    agent["rule"] = 1;
    if (agent.contains("base")) agent["base"]["rule"] = 1;
  }
  const WrittenFile written(study.dump(), ".json");
  const std::string runs = file("runs.jsonl");
  const Json again = json_of({"run", written.path(), "--resume", "--out", folder_.path()});
  EXPECT_EQ(file("runs.jsonl"), runs);
  for (std::size_t c = 0; c < results_["cells"].size(); ++c)
    for (std::size_t a = 0; a < results_["cells"][c]["agents"].size(); ++a)
      EXPECT_EQ(again["cells"][c]["agents"][a]["regret"], results_["cells"][c]["agents"][a]["regret"]);
}

}  // namespace
}  // namespace banker::testing::report_command_test
