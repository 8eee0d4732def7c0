// banker compare: the form of its results in three formats, folders, Ctrl-C, and bad input.

#include <gtest/gtest.h>

#include <set>

#include "banker/version.hpp"
#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"
#include "support/effort.hpp"

namespace banker::testing::compare_verb_test {
namespace {

const Texts kSmall{"compare",  "--agents", "banker-tinf,uniform",
                   "--delays", "fixed:5",  "--arms",
                   "4",        "--rounds", "300",
                   "--runs",   "3",        "--seed",
                   "9"};

TEST(Compare, JsonHasThisForm) {
  const Json json = json_of(kSmall);
  EXPECT_EQ(keys(json), (Texts{"agents", "settings"}));
  ASSERT_EQ(json["agents"].size(), 2u);
  for (const Json& agent : json["agents"]) {
    expect_agent_shape(agent);
    EXPECT_TRUE(agent["regret"]["stderr"].is_number());
  }
  EXPECT_EQ(json["agents"][0]["name"], "banker-tinf");
  EXPECT_EQ(json["agents"][1]["name"], "uniform");
  EXPECT_TRUE(json["agents"][0]["certificate"].is_number());
  EXPECT_TRUE(json["agents"][1]["certificate"].is_null()) << "it has no bank";
  EXPECT_EQ(json["settings"], (Json{{"losses", "bernoulli"},
                                    {"delays", "fixed:5"},
                                    {"arms", 4},
                                    {"rounds", 300},
                                    {"runs", 3},
                                    {"seed", 9},
                                    {"version", BANKER_VERSION}}));
  EXPECT_EQ(keys(json["settings"]), (Texts{"losses", "delays", "arms", "rounds", "runs", "seed", "version"}));
  // 0.1 below 1/2 on one of 4 arms: 300 * 0.1 * 3/4, whatever is drawn.
  EXPECT_NEAR(json["agents"][1]["regret"]["mean"].get<double>(), 22.5, 1e-10);
}

TEST(Compare, OneRunHasNoStandardError) {
  const Json json = json_of({"compare", "--agents", "banker-tinf", "--rounds", "100", "--runs", "1"});
  expect_agent_shape(json["agents"][0]);
  EXPECT_TRUE(json["agents"][0]["regret"]["stderr"].is_null());
}

TEST(Compare, ThreadsDoNotChangeTheResults) {
  const Json one = without_times(json_of(kSmall + Texts{"--threads", "1"}));
  EXPECT_EQ(without_times(json_of(kSmall + Texts{"--threads", "2"})), one);
  EXPECT_EQ(without_times(json_of(kSmall)), one);
  EXPECT_EQ(one["agents"][0].size(), 3u);
}

TEST(Compare, CsvParsesBackToTheSameNumbers) {
  const Texts arguments = kSmall + Texts{"--agent", R"({"agent":"exp3","loss_range":[-1,1]})"};
  const std::vector<Texts> rows = parse_csv(printed(arguments + Texts{"--format", "csv"}));
  const Json json = json_of(arguments);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], kColumns);
  for (std::size_t i = 0; i < 3; ++i) {
    const Texts& row = rows[i + 1];
    const Json& agent = json["agents"][i];
    ASSERT_EQ(row.size(), kColumns.size());
    EXPECT_EQ((Texts{row[0], row[1], row[2], row[3], row[5]}),
              (Texts{"bernoulli", "fixed:5", "4", "300", "3"}));
    EXPECT_EQ(row[4], agent["name"]);
    EXPECT_EQ(std::stod(row[6]), agent["regret"]["mean"]);
    EXPECT_EQ(std::stod(row[7]), agent["regret"]["stderr"]);
    EXPECT_EQ(std::stod(row[8]), agent["regret"]["worst"]);
    EXPECT_EQ(row[9].empty(), agent["certificate"].is_null());
    EXPECT_GT(std::stod(row[10]), 0);
    EXPECT_GE(std::stoi(row[11]), 1);
  }
  EXPECT_EQ(rows[3][4], "exp3 loss_range=[-1,1]");
}

TEST(Compare, TheTableNamesEveryAgentAndTheBestFirst) {
  const std::string table = printed({"compare", "--agents", "uniform,tsallis-inf", "--losses",
                                     "bernoulli:0.4", "--arms", "3", "--rounds", "3000", "--runs", "4"});
  expect_words(table, {"bernoulli:0.4", "rank", "regret", "worst", "uniform", "tsallis-inf", "3,000 rounds",
                       "seeds 1 to 4"});
  EXPECT_LT(table.find("tsallis-inf"), table.find("uniform"));
  EXPECT_EQ(table.find('\033'), std::string::npos) << "no control characters where there is no terminal";
}

TEST(Compare, AgentsWithParametersMayBeRepeated) {
  const Json json =
      json_of({"compare", "--agents", "uniform", "--agent", R"({"agent":"banker-tinf"})", "--agent",
               R"({"agent":"banker-tinf","spending":"proportional"})", "--rounds", "50", "--runs", "1"});
  ASSERT_EQ(json["agents"].size(), 3u);
  EXPECT_EQ(json["agents"][1]["name"], "banker-tinf");
  EXPECT_EQ(json["agents"][2]["name"], "banker-tinf spending=proportional");
}

TEST(Compare, LinearAgentsPlay) {
  const Json json = json_of({"compare", "--agents", "banker-bolo,bolo,delayed-scrible", "--losses",
                             "linear-fixed", "--delays", "uniform:3", "--rounds", "200", "--runs", "2"});
  EXPECT_EQ(json["settings"]["arms"], 3);
  EXPECT_TRUE(json["agents"][0]["certificate"].is_number());
  EXPECT_TRUE(json["agents"][1]["certificate"].is_null());
}

TEST(Compare, OutKeepsTheRunsAndTheResults) {
  const NewFolder folder;
  const std::string out = printed(kSmall + Texts{"--format", "json", "--out", folder / "a/b"});
  EXPECT_EQ(lines_of(read_text(folder / "a/b/runs.jsonl")).size(), 6u);
  EXPECT_EQ(read_text(folder / "a/b/results.json"), out);
  EXPECT_EQ(parse_csv(read_text(folder / "a/b/results.csv")).size(), 3u);
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(folder / "a/b"))
    files.insert(file.path().filename());
  EXPECT_EQ(files,
            (std::set<std::string>{"bank.csv", "curves.csv", "index.html", "probabilities.csv", "results.csv",
                                   "results.json", "results.md", "runs.jsonl", "study.json", "trace.csv"}));
}

TEST(Compare, AnExistingFolderNeedsResume) {
  const NewFolder folder;
  const Texts keep{"--out", folder.path()};
  const std::string out = printed(kSmall + Texts{"--format", "json"} + keep);
  const std::string runs = read_text(folder / "runs.jsonl");
  expect_refusal(kSmall + keep, {"there already", "--resume"});
  EXPECT_EQ(read_text(folder / "runs.jsonl"), runs);
  EXPECT_EQ(read_text(folder / "results.json"), out);
  // Nothing is left to do: the same results, times and all.
  EXPECT_EQ(printed(kSmall + Texts{"--format", "json", "--resume"} + keep), out);
  EXPECT_EQ(read_text(folder / "runs.jsonl"), runs);
}

TEST(Compare, ResumeGoesOnAfterACutOffLine) {
  const NewFolder folder;
  const Texts keep{"--out", folder.path()};
  const Json all = without_times(json_of(kSmall + keep));
  const std::string runs = read_text(folder / "runs.jsonl");
  write_text(folder / "runs.jsonl", runs.substr(0, runs.size() / 2));
  EXPECT_EQ(without_times(json_of(kSmall + keep + Texts{"--resume"})), all);
  EXPECT_EQ(lines_of(read_text(folder / "runs.jsonl")).size(), 6u);
  write_text(folder / "runs.jsonl", "nonsense\n" + runs);
  expect_refusal(kSmall + keep + Texts{"--resume"}, {"line 1", "move the file away"});
}

TEST(Compare, ResumeNeedsAFolder) { expect_refusal(kSmall + Texts{"--resume"}, {"--resume", "--out"}); }

// Ctrl-C after two of 40 runs: what is finished is kept, and --resume ends where an uninterrupted study ends.
TEST(Compare, CtrlCKeepsWhatIsFinished) {
  const NewFolder folder, scratch;
  scratch.make();
  const std::string rounds = effort("300000", "30000");
  const Texts study{"compare", "--agents", "uniform,banker-tinf", "--rounds", rounds, "--runs", "20",
                    "--arms",  "3",        "--threads",           "2"};
  const Texts keep{"--out", folder.path()};
  const Finished stopped =
      interrupt(study + keep + Texts{"--format", "json"}, folder / "runs.jsonl", 2, scratch);
  EXPECT_EQ(stopped.status, 1);
  expect_words(stopped.err, {"stopped", "of 40 runs", "--resume"});
  const std::size_t kept = lines_of(read_text(folder / "runs.jsonl")).size();
  EXPECT_GE(kept, 2u);
  ASSERT_LT(kept, 40u) << "it was too fast to be stopped";
  EXPECT_EQ(keys(Json::parse(stopped.out)), (Texts{"agents", "settings"}))
      << "what is there, in the usual form";
  EXPECT_EQ(read_text(folder / "results.json"), stopped.out);
  const Json whole = without_times(json_of(study));
  EXPECT_EQ(without_times(json_of(study + keep + Texts{"--resume"})), whole);
  EXPECT_EQ(without_times(Json::parse(read_text(folder / "results.json"))), whole);
}

// Bad input: nothing is printed, and no folder made.
class BadCompare : public ::testing::Test {
 protected:
  void expect(const Texts& arguments, std::initializer_list<std::string_view> words) {
    expect_refusal(Texts{"compare", "--out", folder_.path()} + arguments, words);
    EXPECT_FALSE(folder_.exists()) << "a folder was made";
  }
  NewFolder folder_;
};

TEST_F(BadCompare, Agents) {
  expect({}, {"no agents", "--agents"});
  expect({"--agents", "banker-tnif"}, {"banker-tnif", "did you mean \"banker-tinf\""});
  expect({"--agents", "uniform,uniform"}, {"uniform", "twice"});
  expect({"--agent", "{\"agent\":\"exp3\",\"horizn\":3}"}, {"horizn", "horizon"});
  expect({"--agent", "{\"agent\":"}, {"spec"});
  expect({"--agents", "omd", "--delays", "fixed:3"}, {"omd", "--delays none"});
  expect({"--agents", "banker-tinf", "--losses", "signed-jump"}, {"loss_range"});
  expect({"--agents", "banker-bolo"}, {"banker-bolo", "arms"});
}

TEST_F(BadCompare, Files) {
  const WrittenFile ragged("a,b\n1,2\n3\n"), text("a,b\n1,2\n3,four\n"), short_one("a,b\n0,1\n1,0\n"),
      empty("");
  const WrittenFile half("1\n2\n0.5\n");
  const auto with = [](const std::string& losses) { return Texts{"--agents", "ahb", "--losses", losses}; };
  expect(with("matrix:file=/no/such.csv"), {"cannot read", "/no/such.csv"});
  expect(with("matrix:file=" + ragged.path()), {ragged.path(), "line 3", "1 values", "2"});
  expect(with("matrix:file=" + text.path()), {text.path(), "line 3", "\"four\"", "not a number"});
  expect(with("matrix:file=" + empty.path()), {empty.path(), "empty"});
  expect(with("matrix:file=" + short_one.path()) + Texts{"--rounds", "3"},
         {"3 rounds", short_one.path(), "2"});
  expect(with("matrix:file=" + short_one.path()) + Texts{"--arms", "5"}, {"2 arms", "5"});
  expect({"--agents", "ahb", "--delays", "trace:file=" + half.path()},
         {half.path(), "line 3", "whole number"});
  expect({"--agents", "ahb", "--delays", "trace:file=" + half.path() + "x"}, {"cannot read"});
}

TEST_F(BadCompare, Numbers) {
  const Texts agent{"--agents", "uniform"};
  expect(agent + Texts{"--runs", "0"}, {"0 runs", "at least 1"});
  expect(agent + Texts{"--runs", "-1"}, {});
  expect(agent + Texts{"--runs", "two"}, {"--runs", "two"});
  expect(agent + Texts{"--rounds", "1"}, {"at least 2 rounds"});
  expect(agent + Texts{"--rounds", "0"}, {"at least 2 rounds"});
  expect(agent + Texts{"--rounds", "1e4x"}, {"--rounds"});
  expect(agent + Texts{"--rounds", "-100"}, {});
  expect(agent + Texts{"--arms", "1"}, {"at least 2 arms"});
  expect(agent + Texts{"--arms", "0"}, {"at least 2 arms"});
  expect(agent + Texts{"--arms", "99999999999"}, {"arms", "at most"});
  expect(agent + Texts{"--seed", "9007199254740991"}, {"seed", "9007199254740991"});
  expect(agent + Texts{"--threads", "0"}, {"--threads"});
}

TEST_F(BadCompare, LossesAndDelays) {
  const Texts agent{"--agents", "uniform"};
  expect(agent + Texts{"--losses", "bernouli"}, {"bernouli", "did you mean \"bernoulli\""});
  expect(agent + Texts{"--losses", "bernoulli:gop=1"}, {"gop", "gap"});
  expect(agent + Texts{"--losses", "bernoulli:gap=big"}, {"gap", "big", "a number from 0 to 0.5"});
  expect(agent + Texts{"--losses", "trap"}, {"trap", "period"});
  expect(agent + Texts{"--losses", ""}, {"losses"});
  expect(agent + Texts{"--delays", "fixd:3"}, {"fixd", "did you mean \"fixed\""});
  expect(agent + Texts{"--delays", "fixed:-3"}, {"fixed", "-3"});
  expect(agent + Texts{"--delays", "never:2"}, {"never", "2"});
}

TEST_F(BadCompare, Options) {
  const Texts agent{"--agents", "uniform"};
  expect(agent + Texts{"--format", "xml"}, {"--format", "table", "json", "csv"});
  expect(agent + Texts{"--roundz", "10"}, {"--roundz"});
  expect(agent + Texts{"extra"}, {"extra"});
}

TEST(Compare, AFolderThatCannotBeMadeIsRefused) {
  const WrittenFile file("not a folder");
  expect_refusal(kSmall + Texts{"--out", file.path()}, {file.path()});
  expect_refusal(kSmall + Texts{"--out", file.path() + "/below"}, {"cannot make the folder", file.path()});
  EXPECT_EQ(read_text(file.path()), "not a folder");
}

TEST(Verbs, HelpOfEveryVerbHasAnExample) {
  for (const char* verb : {"agents", "compare", "run", "scaling", "replay"}) {
    const std::string help = printed({verb, "--help"});
    expect_words(help, {"Example", std::string("banker ") + verb});
  }
}

}  // namespace
}  // namespace banker::testing::compare_verb_test
