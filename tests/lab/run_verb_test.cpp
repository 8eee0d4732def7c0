// banker run: a study from a file, the form of its results, folders, Ctrl-C, and bad input.

#include <gtest/gtest.h>

#include "banker/version.hpp"
#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"
#include "support/effort.hpp"

namespace banker::testing::run_verb_test {
namespace {

constexpr const char* kStudy =
    R"({"agents":["banker-tinf",{"agent":"bold","base":{"agent":"exp3"}},"uniform"],
        "losses":["bernoulli:0.1","trap:50"],"delays":["none","fixed:10"],"arms":[3,5],"rounds":200,"runs":2,
        "seed":4})";

TEST(Run, JsonHasThisForm) {
  const WrittenFile file(kStudy, ".json");
  const Json json = json_of({"run", file.path()});
  EXPECT_EQ(keys(json), (Texts{"cells", "settings"}));
  EXPECT_EQ(json["settings"], (Json{{"runs", 2}, {"seed", 4}, {"version", BANKER_VERSION}}));
  ASSERT_EQ(json["cells"].size(), 8u);
  for (const Json& cell : json["cells"]) {
    EXPECT_EQ(keys(cell), (Texts{"losses", "delays", "arms", "rounds", "agents"}));
    EXPECT_EQ(cell["rounds"], 200);
    ASSERT_EQ(cell["agents"].size(), 3u);
    for (const Json& agent : cell["agents"]) expect_agent_shape(agent);
    EXPECT_EQ(cell["agents"][0]["name"], "banker-tinf");
    EXPECT_EQ(cell["agents"][1]["name"], R"(bold base={"agent":"exp3"})");
    EXPECT_TRUE(cell["agents"][0]["certificate"].is_number());
    EXPECT_TRUE(cell["agents"][2]["certificate"].is_null());
  }
  EXPECT_EQ(json["cells"][0]["losses"], "bernoulli:0.1");
  EXPECT_EQ(json["cells"][4]["losses"], "trap:50");
  EXPECT_EQ(json["cells"][2]["delays"], "fixed:10");
  EXPECT_EQ(json["cells"][1]["arms"], 5);
}

// A cell is what compare prints for the same settings.
TEST(Run, ACellIsAComparison) {
  const WrittenFile file(kStudy, ".json");
  const Json cell = without_times(json_of({"run", file.path()}))["cells"][7];
  const Json alone = without_times(json_of(
      {"compare", "--agent", R"({"agent":"banker-tinf"})", "--agent",
       R"({"agent":"bold","base":{"agent":"exp3"}})", "--agent", R"({"agent":"uniform"})", "--losses",
       "trap:50", "--delays", "fixed:10", "--arms", "5", "--rounds", "200", "--runs", "2", "--seed", "4"}));
  EXPECT_EQ(cell["agents"], alone["agents"]);
}

TEST(Run, ThreadsDoNotChangeTheResults) {
  const WrittenFile file(kStudy, ".json");
  EXPECT_EQ(without_times(json_of({"run", file.path(), "--threads", "1"})),
            without_times(json_of({"run", file.path(), "--threads", "2"})));
}

TEST(Run, CsvHasARowForEveryAgentOfEveryCell) {
  const WrittenFile file(kStudy, ".json");
  const std::vector<Texts> rows = parse_csv(printed({"run", file.path(), "--format", "csv"}));
  const Json json = json_of({"run", file.path()});
  ASSERT_EQ(rows.size(), 25u);
  EXPECT_EQ(rows[0], kColumns);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), kColumns.size());
    const Json& cell = json["cells"][(i - 1) / 3];
    const Json& agent = cell["agents"][(i - 1) % 3];
    EXPECT_EQ(rows[i][0], cell["losses"]);
    EXPECT_EQ(rows[i][1], cell["delays"]);
    EXPECT_EQ(std::stoul(rows[i][2]), cell["arms"]);
    EXPECT_EQ(rows[i][4], agent["name"]);
    EXPECT_EQ(std::stod(rows[i][6]), agent["regret"]["mean"]);
  }
}

TEST(Run, OneRunAndAllByDefault) {
  const WrittenFile file(R"({"agents":"uniform","runs":1,"rounds":50})", ".json");
  const Json json = json_of({"run", file.path()});
  ASSERT_EQ(json["cells"].size(), 1u);
  EXPECT_EQ(json["cells"][0]["arms"], 10);
  EXPECT_TRUE(json["cells"][0]["agents"][0]["regret"]["stderr"].is_null());
}

TEST(Run, TheTableShowsEveryCell) {
  const WrittenFile file(kStudy, ".json");
  expect_words(printed({"run", file.path()}), {"3 arms, 200 rounds", "bernoulli:0.1", "none", "fixed:10",
                                               "5 arms", "trap:50", "Mean regret"});
}

TEST(Run, RunsAndSeedOfTheCommandLineReplaceThoseOfTheFile) {
  const WrittenFile file(kStudy, ".json");
  const WrittenFile other(R"({"agents":["banker-tinf",{"agent":"bold","base":{"agent":"exp3"}},"uniform"],
        "losses":["bernoulli:0.1","trap:50"],"delays":["none","fixed:10"],"arms":[3,5],"rounds":200,"runs":3,
        "seed":9})",
                          ".json");
  const Json json = without_times(json_of({"run", file.path(), "--runs", "3", "--seed", "9"}));
  EXPECT_EQ(json["settings"]["runs"], 3);
  EXPECT_EQ(json["settings"]["seed"], 9);
  EXPECT_EQ(json, without_times(json_of({"run", other.path()})));
  expect_refusal({"run", file.path(), "--runs", "0"}, {"0 runs"});
  expect_refusal({"run", file.path(), "--seed", "-1"}, {"--seed", "-1"});
}

TEST(Run, APartHasItsOwnLossesAndDelays) {
  const WrittenFile file(R"({"agents":["banker-tinf","uniform"],"arms":3,"rounds":200,"runs":2,"parts":[
        {"losses":"trap:10","delays":"fixed:10"},
        {"losses":["bernoulli","trap:20"],"delays":"fixed:20","arms":[2,4],"rounds":100}]})",
                         ".json");
  const Json json = without_times(json_of({"run", file.path()}));
  ASSERT_EQ(json["cells"].size(), 5u);
  EXPECT_EQ(json["cells"][0]["losses"], "trap:10");
  EXPECT_EQ(json["cells"][0]["arms"], 3);
  const Json& last = json["cells"][4];
  EXPECT_EQ((Json{last["losses"], last["delays"], last["arms"], last["rounds"]}),
            (Json{"trap:20", "fixed:20", 4, 100}));
  EXPECT_EQ(last["agents"], without_times(json_of({"compare", "--agents", "banker-tinf,uniform", "--losses",
                                                   "trap:20", "--delays", "fixed:20", "--arms", "4",
                                                   "--rounds", "100", "--runs", "2"}))["agents"]);
}

TEST(Run, OutAndResume) {
  const WrittenFile file(kStudy, ".json");
  const NewFolder folder;
  const Texts study{"run", file.path(), "--out", folder.path()};
  const Json all = without_times(json_of(study));
  const std::string runs = read_text(folder / "runs.jsonl");
  EXPECT_EQ(lines_of(runs).size(), 48u);
  EXPECT_EQ(without_times(Json::parse(read_text(folder / "results.json"))), all);
  EXPECT_EQ(parse_csv(read_text(folder / "results.csv")).size(), 25u);
  expect_refusal(study, {"there already", "--resume"});
  write_text(folder / "runs.jsonl", runs.substr(0, runs.size() * 2 / 3));
  EXPECT_EQ(without_times(json_of(study + Texts{"--resume"})), all);
}

TEST(Run, CtrlCKeepsWhatIsFinished) {
  const std::string rounds = effort("200000", "20000");
  const WrittenFile file(R"({"agents":["uniform","banker-tinf"],"delays":["none","fixed:10"],"rounds":)" +
                             rounds + R"(,"runs":10,"arms":3})",
                         ".json");
  const NewFolder folder, scratch;
  scratch.make();
  const Texts study{"run", file.path()}, keep{"--out", folder.path()};
  const Finished stopped =
      interrupt(study + keep + Texts{"--format", "json"}, folder / "runs.jsonl", 3, scratch);
  EXPECT_EQ(stopped.status, 1);
  expect_words(stopped.err, {"stopped", "of 40 runs", "--resume"});
  const std::size_t kept = lines_of(read_text(folder / "runs.jsonl")).size();
  EXPECT_GE(kept, 3u);
  ASSERT_LT(kept, 40u) << "it was too fast to be stopped";
  EXPECT_EQ(Json::parse(stopped.out)["cells"].size(), 2u);
  EXPECT_EQ(without_times(json_of(study + keep + Texts{"--resume"})), without_times(json_of(study)));
}

class BadRun : public ::testing::Test {
 protected:
  void expect(const std::string& study, std::initializer_list<std::string_view> words) {
    const WrittenFile file(study, ".json");
    expect_refusal({"run", file.path(), "--out", folder_.path()}, words);
    EXPECT_FALSE(folder_.exists()) << "a folder was made";
  }
  NewFolder folder_;
};

TEST_F(BadRun, Files) {
  expect_refusal({"run"}, {"FILE"});
  expect_refusal({"run", "/no/such/study.json"}, {"cannot read", "/no/such/study.json"});
  expect_refusal({"run", ::testing::TempDir()}, {"cannot read"});
  expect("", {});
  expect("{\"agents\":[\"uniform\"]", {});
  expect("[\"uniform\"]", {"object"});
  expect(std::string("{\"agents\":\"\0\"}", 14), {});
}

TEST_F(BadRun, Keys) {
  expect("{}", {"no agents"});
  expect(R"({"agents":[]})", {"agents"});
  expect(R"({"agents":["uniform"],"round":5})", {"round", "rounds"});
  expect(R"({"agents":["uniform"],"agents":["exp3"]})", {"agents"});
  expect(R"({"agents":["unifrom"]})", {"unifrom", "did you mean \"uniform\""});
  expect(R"({"agents":["uniform"],"rounds":"many"})", {"rounds", "number"});
  expect(R"({"agents":["uniform"],"rounds":[10,1]})", {"at least 2 rounds"});
  expect(R"({"agents":["uniform"],"rounds":1e4})", {"rounds"});
  expect(R"({"agents":["uniform"],"runs":0})", {"0 runs"});
  expect(R"({"agents":["uniform"],"runs":[2]})", {"runs"});
  expect(R"({"agents":["uniform"],"arms":[]})", {"arms", "empty list"});
  expect(R"({"agents":["uniform"],"losses":["nope"]})", {"nope", "known"});
  expect(R"({"agents":["uniform"],"delays":["fixed:x"]})", {"fixed", "x"});
  expect(R"({"agents":["uniform"],"losses":["matrix:file=/no/such.csv"]})", {"/no/such.csv"});
  expect(R"({"agents":["uniform"],"seed":9007199254740992})", {"seed"});
  expect(R"({"agents":["omd"],"delays":["none","fixed:2"]})", {"omd", "fixed:2"});
}

TEST_F(BadRun, Parts) {
  const std::string start = R"({"agents":["uniform"],"rounds":50,"parts":)";
  expect(start + R"([{},{"delay":"none"}]})", {"part 2: ", "delay", "did you mean \"delays\""});
  expect(start + R"([{"delays":"fixed:2"},{"losses":"trap:0"}]})", {"part 2: ", "trap"});
  expect(start + R"([{"delays":"none"},{"losses":"bernoulli"}]})", {"part 2: ", "bernoulli", "twice"});
}

}  // namespace
}  // namespace banker::testing::run_verb_test
