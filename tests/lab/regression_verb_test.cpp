// What once was wrong in the lab, through the program: each test fails if it comes back.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"

namespace banker::testing::regression_verb_test {
namespace {

constexpr const char* kOthers = "of another study, data or version";

// Good, whatever it says on standard error.
Finished finished(const Texts& arguments) {
  Finished done = run(arguments + Texts{"--format", "json"});
  EXPECT_EQ(done.status, 0) << done.err;
  return done;
}
Json results_of(const Finished& done) { return without_times(Json::parse(done.out)); }

// The command line of the shell.
std::string line_of(const Texts& arguments) {
  std::string line = "'" BANKER_PROGRAM "'";
  for (const std::string& argument : arguments) line += " '" + argument + "'";
  return line;
}
// The exit status as a shell tells it: above 128 if a signal ended it. SIGPIPE is as a shell finds it at a start.
int shell(const std::string& line) {
  const auto before = signal(SIGPIPE, SIG_DFL);
  const int status = std::system(line.c_str());
  signal(SIGPIPE, before);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A study resumed with other data in the same file: as a fresh one on the new data, and it says what it leaves out.
void expect_new_data_counts(const std::string& path, const std::string& first, const std::string& second,
                            const Texts& study) {
  const NewFolder folder, fresh;
  write_text(path, first);
  const Json before = results_of(finished(study + Texts{"--out", folder.path()}));
  write_text(path, second);
  const Finished resumed = finished(study + Texts{"--out", folder.path(), "--resume"});
  expect_words(resumed.err, {"0 of 4 runs are finished", "4 others", kOthers});
  EXPECT_EQ(results_of(resumed), results_of(finished(study + Texts{"--out", fresh.path()})));
  EXPECT_NE(results_of(resumed)["agents"], before["agents"]);
  const Finished again = finished(study + Texts{"--out", folder.path(), "--resume"});
  expect_words(again.err, {"4 of 4 runs are finished", "4 others"});
  EXPECT_EQ(results_of(again), results_of(resumed));
}

const Texts kTwoAgents{
    "--agent", R"({"agent":"banker-tinf","loss_range":[-1,1]})", "--agents", "uniform", "--runs", "2"};

TEST(Regression, AResumedStudyTakesNoRunsOfOtherData) {
  std::string losses, negated, delays, others;
  for (int t = 0; t < 100; ++t) {
    losses += t % 3 == 0 ? "1,-1\n" : "-1,0.5\n";
    negated += t % 3 == 0 ? "-1,1\n" : "1,-0.5\n";
    delays += std::to_string(t % 7) + "\n";
    others += t % 7 == 3 ? "never\n" : std::to_string(t % 7) + "\n";
  }
  const WrittenFile matrix(losses), trace(delays);
  expect_new_data_counts(matrix.path(), losses, negated,
                         Texts{"compare", "--losses", "matrix:file=" + matrix.path()} + kTwoAgents);
  write_text(matrix.path(), losses);
  expect_new_data_counts(
      trace.path(), delays, others,
      Texts{"compare", "--losses", "matrix:file=" + matrix.path(), "--delays", "trace:file=" + trace.path()} +
          kTwoAgents);
}

const Texts kLate{
    "compare", "--agents", "banker-tinf,uniform", "--delays", "fixed:20", "--arms", "4", "--rounds", "500",
    "--runs",  "2"};
double regret(const Json& json, std::size_t agent) { return json["agents"][agent]["regret"]["mean"]; }

TEST(Regression, DropAfter) {
  const Json all = results_of(finished(kLate));
  const Json same = results_of(finished(kLate + Texts{"--drop-after", "20"}));
  const Json none = results_of(finished(kLate + Texts{"--drop-after", "19"}));
  EXPECT_EQ(same["agents"], all["agents"]);
  EXPECT_EQ(same["settings"]["drop_after"], 20);
  EXPECT_FALSE(all["settings"].contains("drop_after"));
  EXPECT_GT(std::abs(regret(all, 0) - regret(all, 1)), 1);
  EXPECT_NEAR(regret(none, 0) / regret(all, 1), 1, 1e-9);
  expect_refusal(kLate + Texts{"--drop-after", "-1"}, {"drop-after"});
}

TEST(Regression, DropAfterIsAKeyOfAStudyAndOfItsJobs) {
  const std::string agents = R"({"agents":["banker-tinf","uniform"],"delays":"fixed:20",)",
                    start = agents + R"("arms":4,"rounds":500,"runs":2,"drop_after":)";
  const WrittenFile file(start + "19}", ".json");
  const NewFolder folder;
  const Texts study{"run", file.path(), "--out", folder.path()};
  const Json none = results_of(finished(study));
  EXPECT_EQ(none["settings"]["drop_after"], 19);
  EXPECT_EQ(none["cells"][0]["agents"], results_of(finished(kLate + Texts{"--drop-after", "19"}))["agents"]);
  write_text(file.path(), start + "20}");
  const Finished resumed = finished(study + Texts{"--resume"});
  expect_words(resumed.err, {"0 of 4 runs are finished", "4 others", kOthers});
  EXPECT_EQ(results_of(resumed)["cells"][0]["agents"], results_of(finished(kLate))["agents"]);
  write_text(file.path(), start + "\"soon\"}");
  expect_refusal({"run", file.path()}, {"drop_after", "number"});
}

TEST(Regression, DelaysByArmNeedArms) {
  expect_refusal({"compare", "--agents", "bolo", "--losses", "linear-fixed", "--delays", "arm-dependent:5"},
                 {"arm-dependent:5", "need arms", "linear-fixed"});
}

TEST(Regression, TextThatIsNotUtf8IsRefused) {
  const NewFolder folder;
  const WrittenFile latin("caf\xe9,b\n0,1\n1,0\n"), good("caf\xc3\xa9,b\n0,1\n1,0\n");
  const auto compare = [&](const std::string& losses, const std::string& delays) {
    return Texts{"compare", "--agents", "uniform", "--losses", losses,       "--delays",
                 delays,    "--rounds", "2",       "--out",    folder.path()};
  };
  expect_refusal(compare("matrix:file=" + latin.path(), "none"), {latin.path(), "UTF-8"});
  expect_refusal(compare("bernoulli:gap=\xff", "none"), {"bernoulli", "UTF-8"});
  expect_refusal(compare("matrix:file=caf\xe9.csv", "none"), {"matrix", "UTF-8"});
  expect_refusal(compare("bernoulli", "fixed:\xe9"), {"fixed", "UTF-8"});
  EXPECT_FALSE(folder.exists()) << "something was written";
  EXPECT_EQ(run(compare("matrix:file=" + good.path(), "none")).status, 0);
}

// Every line of the log is a finished run, and the study goes on from it.
void expect_whole_log(const Texts& study, const NewFolder& folder, std::size_t runs) {
  const auto lines = lines_of(read_text(folder / "runs.jsonl"));
  EXPECT_EQ(lines.size(), runs);
  for (const std::string& line : lines) {
    const Json json = Json::parse(line, nullptr, false);
    ASSERT_TRUE(json.is_object() && json.contains("job") && json.contains("regret")) << line;
  }
  EXPECT_EQ(finished(study + Texts{"--resume"}).err, "");
  EXPECT_EQ(lines_of(read_text(folder / "runs.jsonl")).size(), runs);
}

TEST(Regression, ClosedOutputsDoNotEndInTheLog) {
  for (const std::string closed : {">&-", ">/dev/null 2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    SCOPED_TRACE(closed);
    const NewFolder folder;
    const Texts study = kLate + Texts{"--out", folder.path()};
    EXPECT_LE(shell(line_of(study) + " " + closed), 1);
    expect_whole_log(study, folder, 4);
    EXPECT_EQ(Json::parse(read_text(folder / "results.json"))["agents"].size(), 2u);
  }
}

TEST(Regression, AReaderThatGoesAwayCostsNoResults) {
  for (const std::string format : {"table", "json", "csv"}) {
    const NewFolder folder, scratch;
    scratch.make();
    const Texts study = kLate + Texts{"--out", folder.path()};
    const std::string status = scratch / "status";
    // The reader is gone before the program starts.
    shell("{ sleep 0.2; " + line_of(study + Texts{"--format", format}) + " 2>/dev/null; echo $? >'" + status +
          "'; } | head -c0");
    EXPECT_EQ(read_text(status), "1\n") << format;
    EXPECT_EQ(Json::parse(read_text(folder / "results.json"))["agents"].size(), 2u);
    EXPECT_EQ(parse_csv(read_text(folder / "results.csv")).size(), 3u);
    expect_whole_log(study, folder, 4);
  }
}

TEST(Regression, AStudyHasAtMost16MiB) {
  std::string text = R"({"agents":"uniform","rounds":20,"runs":1})";
  text.resize(std::size_t{16} << 20, ' ');
  const WrittenFile most(text, ".json"), more(text + ' ', ".json");
  EXPECT_EQ(run({"run", most.path()}).status, 0);
  expect_refusal({"run", more.path()}, {more.path(), "16 MiB"});
}

TEST(Regression, RoundingIsNoRank) {
  const Texts untold{"compare",  "--agents", "uniform,banker-tinf,tsallis-inf", "--delays", "fixed:60000",
                     "--rounds", "1000"};
  for (const std::string arms : {"2", "3", "10"}) {
    const auto rows = parse_csv(printed(untold + Texts{"--arms", arms, "--format", "csv"}));
    ASSERT_EQ(rows.size(), 4u);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(rows[i].back(), "1") << rows[i][4];
    EXPECT_TRUE(rows[1][6] != rows[2][6] || arms == "10") << "there is no rounding to see";
  }
  const auto one = parse_csv(printed(untold + Texts{"--runs", "1", "--format", "csv"}));
  for (std::size_t i = 1; i < one.size(); ++i) EXPECT_EQ(one[i].back(), "");
  std::size_t dashes = 0;
  for (const std::string& line : lines_of(printed(untold + Texts{"--runs", "1"}))) {
    std::istringstream words(line);
    std::string letter, rank;
    dashes += words >> letter >> rank && letter.size() == 1 && rank == "-";
  }
  EXPECT_EQ(dashes, 3u);
}

}  // namespace
}  // namespace banker::testing::regression_verb_test
