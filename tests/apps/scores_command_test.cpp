// --share-of of run and compare: scores in every format, the cells without them, and bad input; Markdown.

#include <gtest/gtest.h>

#include <cmath>

#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"

namespace banker::testing::scores_command_test {
namespace {

constexpr const char* kStudy =
    R"({"agents":["uniform","tsallis-inf",{"agent":"exp3","horizon":50}],"runs":3,"rounds":300,
    "losses":["bernoulli:0.4","trap:50"],"delays":["none","fixed:10"],"arms":[2,4]})";
const Texts kShares{"--share-of", "uniform"};

class Shares : public ::testing::Test {
 protected:
  Texts study() const { return {"run", file_.path()}; }
  Texts with_shares() const { return study() + kShares; }

 private:
  WrittenFile file_{kStudy, ".json"};
};

// A number with three decimals, as in the tables.
std::string three(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

TEST_F(Shares, JsonHasScoresThatAreMeansOfTheCells) {
  const Json json = json_of(with_shares());
  EXPECT_EQ(keys(json), (Texts{"cells", "scores", "settings"}));
  EXPECT_EQ(json["settings"]["share_of"], "uniform");
  ASSERT_EQ(json["scores"].size(), 3u);
  double before = -1e300;
  for (const Json& score : json["scores"]) {
    EXPECT_EQ(keys(score), (Texts{"agent", "score", "stderr", "worst_cell"}));
    EXPECT_EQ(keys(score["worst_cell"]), (Texts{"losses", "delays", "arms", "rounds", "score"}));
    double sum = 0, worst = -1e300;
    for (const Json& cell : json["cells"]) {
      for (const Json& agent : cell["agents"]) {
        if (agent["name"] != score["agent"]) continue;
        const double share = agent["share"];
        EXPECT_DOUBLE_EQ(
            share, agent["regret"]["mean"].get<double>() / cell["agents"][0]["regret"]["mean"].get<double>());
        sum += share;
        worst = std::max(worst, share);
      }
    }
    EXPECT_NEAR(score["score"], sum / 8, 1e-12);
    EXPECT_EQ(score["worst_cell"]["score"], worst);
    EXPECT_GE(score["score"], before) << "the best first";
    before = score["score"];
  }
  EXPECT_EQ(json["scores"][2]["agent"], "uniform") << "all learn here";
}

TEST_F(Shares, WithoutThemTheResultsAreAsEver) {
  Json json = without_times(json_of(with_shares()));
  json.erase("scores");
  json["settings"].erase("share_of");
  for (Json& cell : json["cells"]) {
    for (Json& agent : cell["agents"]) agent.erase("share");
  }
  EXPECT_EQ(json, without_times(json_of(study())));
}

TEST_F(Shares, CsvHasAColumn) {
  const auto rows = parse_csv(printed(with_shares() + Texts{"--format", "csv"}));
  const Json json = json_of(with_shares());
  ASSERT_EQ(rows.size(), 25u);
  EXPECT_EQ(rows[0], kColumns + Texts{"share"});
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_EQ(std::stod(rows[i].back()), json["cells"][(i - 1) / 3]["agents"][(i - 1) % 3]["share"]);
}

TEST_F(Shares, TheTableHasAColumnForEveryNumberOfArmsAndEveryDelay) {
  const std::string table = printed(with_shares());
  expect_words(table, {"that of uniform", "8 cells", "seeds 1 to 3", "score", "worst", "2 arms", "4 arms",
                       "none", "fixed:10", "exp3 horizon=50"});
  EXPECT_GT(table.find("\n  uniform"), table.find("\n  tsallis-inf"));
  const Json json = json_of(with_shares());
  double all = 0, two = 0;
  for (const Json& cell : json["cells"]) {
    const double share = cell["agents"][1]["share"];
    all += share / 8;
    if (cell["arms"] == 2) two += share / 4;
  }
  const std::string rest = table.substr(table.find("\n  tsallis-inf") + 1);
  expect_words(rest.substr(0, rest.find('\n')), {three(all), three(two)});
}

std::string markdown_row(const Texts& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row.append(" ").append(cell).append(" |");
  return row + '\n';
}

// The table of scores: a header, a rule, three agents and an empty line.
constexpr std::size_t kScoreLines = 6;

double mean_share(const Json& results, const Json& agent, int arms) {
  double sum = 0;
  int cells = 0;
  for (const Json& cell : results["cells"]) {
    if (cell["arms"] != arms) continue;
    ++cells;
    for (const Json& entry : cell["agents"]) sum += entry["name"] == agent ? entry["share"].get<double>() : 0;
  }
  return sum / cells;
}

// "28.9 ± 0.7 (53.2)", as many decimals for all as three digits of the mean have.
std::string regret_of(const Json& regret) {
  const double mean = regret["mean"];
  const int decimals = std::abs(mean) >= 100 ? 0 : std::abs(mean) >= 10 ? 1 : 2;
  char text[80];
  std::snprintf(text, sizeof text, "%.*f ± %.*f (%.*f)", decimals, mean, decimals,
                regret["stderr"].get<double>(), decimals, regret["worst"].get<double>());
  return text;
}

TEST_F(Shares, MarkdownHasARowForEveryCellAndAColumnForEveryAgent) {
  const auto lines = lines_of(printed(with_shares() + Texts{"--format", "markdown"}));
  const Json json = json_of(with_shares());
  ASSERT_EQ(lines.size(), kScoreLines + 10);
  Texts header{"losses", "delays", "arms", "rounds"};
  for (const Json& score : json["scores"]) header.push_back(score["agent"]);
  EXPECT_EQ(lines[kScoreLines], markdown_row(header));
  EXPECT_EQ(lines[kScoreLines + 1], markdown_row({"---", "---", "--:", "--:", "--:", "--:", "--:"}));
  for (std::size_t i = 0; i < 8; ++i) {
    const Json& cell = json["cells"][i];
    Texts row{cell["losses"], cell["delays"], cell["arms"].dump(), "300"};
    for (const Json& score : json["scores"]) {
      for (const Json& agent : cell["agents"]) {
        if (agent["name"] == score["agent"]) row.push_back(three(agent["share"]));
      }
    }
    EXPECT_EQ(lines[kScoreLines + i + 2], markdown_row(row));
  }
}

TEST_F(Shares, MarkdownStartsWithTheScores) {
  const auto lines = lines_of(printed(with_shares() + Texts{"--format", "markdown"}));
  const Json json = json_of(with_shares());
  ASSERT_GE(lines.size(), kScoreLines);
  EXPECT_EQ(lines[0], markdown_row({"agent", "score", "±", "2 arms", "4 arms", "worst cell"}));
  EXPECT_EQ(lines[1], markdown_row({"---", "--:", "--:", "--:", "--:", "---"}));
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& score = json["scores"][i];
    const Json& worst = score["worst_cell"];
    Texts row{score["agent"], three(score["score"]), three(score["stderr"])};
    for (const int arms : {2, 4}) row.push_back(three(mean_share(json, score["agent"], arms)));
    row.push_back(worst["losses"].get<std::string>() + ", " + worst["delays"].get<std::string>() + ", " +
                  worst["arms"].dump() + " arms: " + three(worst["score"]));
    EXPECT_EQ(lines[i + 2], markdown_row(row));
  }
  EXPECT_EQ(lines[kScoreLines - 1], "\n");
}

TEST_F(Shares, WithoutThemMarkdownHasRegretsErrorsAndWorstRuns) {
  const Json json = json_of(study());
  const auto lines = lines_of(printed(study() + Texts{"--format", "markdown"}));
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(lines[0], markdown_row({"losses", "delays", "arms", "rounds", "uniform", "tsallis-inf",
                                    "exp3 horizon=50"}));
  for (std::size_t i = 0; i < 8; ++i) {
    const Json& cell = json["cells"][i];
    Texts row{cell["losses"], cell["delays"], cell["arms"].dump(), "300"};
    for (const Json& agent : cell["agents"]) row.push_back(regret_of(agent["regret"]));
    EXPECT_EQ(lines[i + 2], markdown_row(row));
  }
}

TEST(Markdown, HasThousandsApartAndOneRunWithoutAnError) {
  const NewFolder folder;
  const WrittenFile file(R"({"agents":"uniform","losses":"bernoulli:0.4","arms":2,"rounds":10000,"runs":1})",
                         ".json");
  printed(Texts{"run", file.path(), "--out", folder.path()});
  EXPECT_EQ(lines_of(read_text(folder / "results.md")).back(),
            markdown_row({"bernoulli:0.4", "none", "2", "10,000", "2,000"}));
}

TEST_F(Shares, AreKeptWithTheResults) {
  const NewFolder folder;
  const std::string out = printed(with_shares() + Texts{"--out", folder.path(), "--format", "json"});
  EXPECT_EQ(read_text(folder / "results.json"), out);
  EXPECT_EQ(parse_csv(read_text(folder / "results.csv"))[0].back(), "share");
  EXPECT_EQ(read_text(folder / "results.md"), printed(with_shares() + Texts{"--format", "markdown"}));
}

const Texts kCompare{"compare",
                     "--agents",
                     "uniform,tsallis-inf",
                     "--losses",
                     "bernoulli:0.4",
                     "--arms",
                     "3",
                     "--rounds",
                     "500",
                     "--runs",
                     "2"};

TEST(SharesOfCompare, AreAColumnOfTheTableAndScores) {
  const Json json = json_of(kCompare + kShares);
  EXPECT_EQ(keys(json), (Texts{"agents", "scores", "settings"}));
  EXPECT_EQ(json["agents"][0]["share"], 1);
  EXPECT_EQ(json["agents"][1]["share"], json["scores"][0]["score"]);
  const std::string table = printed(kCompare + kShares);
  expect_words(table, {"share", three(json["agents"][1]["share"]), "1.000", "of the regret of uniform"});
  EXPECT_EQ(printed(kCompare).find("share"), std::string::npos);
}

// Every arm is as good as the best: uniform play has no regret, and nothing is a share of it.
TEST(SharesOfNothing, AreNullAndSaidToBe) {
  const WrittenFile file(
      R"({"agents":["exp3","uniform"],"losses":["bernoulli:0","bernoulli:0.2"],"arms":2,"rounds":100,
                             "runs":2})",
      ".json");
  const Texts study = Texts{"run", file.path()} + kShares;
  const Finished done = run(study + Texts{"--format", "json"});
  EXPECT_EQ(done.status, 0);
  expect_words(done.err,
               {"left out of the scores: bernoulli:0, delays none, 2 arms, 100 rounds", "uniform is 0"});
  EXPECT_EQ(done.err.find("bernoulli:0.2"), std::string::npos);
  const Json json = Json::parse(done.out);
  for (const Json& agent : json["cells"][0]["agents"]) EXPECT_TRUE(agent["share"].is_null());
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& agent = json["cells"][1]["agents"][i];
    for (const Json& score : json["scores"]) {
      if (score["agent"] != agent["name"]) continue;
      EXPECT_EQ(score["score"], agent["share"]);
    }
  }
  expect_words(run(study).out, {"1 of 2 cells"});
  expect_words(run(study + Texts{"--format", "markdown"}).out, {"| bernoulli:0 | none | 2 | 100 | - | - |"});
  EXPECT_EQ(parse_csv(run(study + Texts{"--format", "csv"}).out)[1].back(), "");
  const Finished none =
      run(Texts{"compare", "--agents", "uniform", "--losses", "bernoulli:0", "--rounds", "50"} + kShares);
  EXPECT_EQ(none.status, 0);
  expect_words(none.err, {"left out"});
}

TEST(BadShares, AreRefusedBeforeAnythingRuns) {
  const NewFolder folder;
  const WrittenFile file(kStudy, ".json");
  const Texts study{"run", file.path(), "--out", folder.path()};
  expect_refusal(study + Texts{"--share-of", "unifrom"},
                 {"--share-of", "unifrom", "did you mean \"uniform\""});
  expect_refusal(study + Texts{"--share-of", ""}, {"--share-of"});
  expect_refusal(study + Texts{"--share-of", "exp3"}, {"exp3"});
  expect_refusal(kCompare + Texts{"--share-of", "unifrom", "--out", folder.path()},
                 {"did you mean \"uniform\""});
  expect_refusal(kCompare + Texts{"--share-of", "uniform", "--format", "markdown"}, {"--format"});
  EXPECT_FALSE(folder.exists()) << "a folder was made";
}

}  // namespace
}  // namespace banker::testing::scores_command_test
