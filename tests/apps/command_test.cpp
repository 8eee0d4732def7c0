// The command line: exit statuses, help, and the agents listing in three formats.

#include <gtest/gtest.h>

#include <sstream>

#include "agent/json_library.hpp"
#include "apps/printed.hpp"
#include "apps/program.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/version.hpp"

namespace banker::testing::command_test {
namespace {

using Names = std::vector<std::string>;

// The verbs that --help lists.
Names verbs() {
  std::istringstream help(run({"--help"}).out);
  Names names;
  bool listing = false;
  for (std::string line; std::getline(help, line);) {
    if (line.starts_with("Subcommands")) listing = true;
    else if (listing && line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    else if (listing && !line.empty()) break;
  }
  return names;
}

TEST(Command, VersionIsPrinted) {
  const Finished version = run({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out, "banker " BANKER_VERSION "\n");
  EXPECT_EQ(version.err, "");
}

TEST(Command, HelpOfEveryVerbHasAnExample) {
  const Names names = verbs();
  for (const char* verb : {"agents", "replay"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), verb), names.end()) << verb;
  }
  EXPECT_NE(run({"--help"}).out.find("Example"), std::string::npos);
  for (const std::string& verb : names) {
    const Finished help = run({verb, "--help"});
    EXPECT_EQ(help.status, 0) << verb;
    EXPECT_NE(help.out.find("Example"), std::string::npos) << verb;
    EXPECT_NE(help.out.find("banker " + verb), std::string::npos) << verb;
  }
}

TEST(Command, BadArgumentsEndWithStatus2AndAMessage) {
  for (const Names& arguments : std::vector<Names>{{},
                                                   {"no-such-verb"},
                                                   {"--no-such-option"},
                                                   {"agents", "--no-such-option"},
                                                   {"agents", "--format"},
                                                   {"agents", "--format", "xml"},
                                                   {"agents", "surplus"},
                                                   {"replay"},
                                                   {"replay", "a", "b"},
                                                   {"replay", "--no-such-option", "-"}}) {
    const Finished bad = run(arguments);
    EXPECT_EQ(bad.status, 2) << ::testing::PrintToString(arguments);
    EXPECT_EQ(bad.out, "") << ::testing::PrintToString(arguments);
    EXPECT_NE(bad.err, "") << ::testing::PrintToString(arguments);
  }
}

TEST(Agents, ListedAsJsonHaveExactlyTheseFields) {
  const Finished listed = run({"agents", "--format", "json"});
  ASSERT_EQ(listed.status, 0);
  const Json json = Json::parse(listed.out);
  EXPECT_EQ(keys(json), Names{"agents"});
  ASSERT_EQ(json["agents"].size(), catalog().size());
  for (std::size_t i = 0; i < catalog().size(); ++i) {
    const Json& agent = json["agents"][i];
    const CatalogEntry& entry = catalog()[i];
    EXPECT_EQ(keys(agent), (Names{"name", "paper", "kind", "range", "parameters"}));
    EXPECT_EQ(agent["name"], entry.name);
    EXPECT_TRUE(agent["kind"] == "arms" || agent["kind"] == "linear") << agent["kind"];
    ASSERT_EQ(agent["range"].size(), 2u);
    EXPECT_LT(agent["range"][0].get<double>(), agent["range"][1].get<double>());
    ASSERT_EQ(agent["parameters"].size(), entry.parameters.size());
    for (const Json& parameter : agent["parameters"]) {
      EXPECT_EQ(keys(parameter), (Names{"name", "type", "default", "min", "max", "help"}));
      EXPECT_NE(parameter["help"], "");
    }
  }
}

TEST(Agents, EveryDefaultOfTheCatalogIsAValueTheAgentTakes) {
  const Json json = Json::parse(run({"agents", "--format", "json"}).out);
  for (const Json& agent : json["agents"]) {
    Json spec{{"agent", agent["name"]}};
    if (agent["kind"] == "arms") spec["arms"] = 3;
    else spec["body"] = {{"type", "ball"}, {"dimension", 3}, {"radius", 1.0}};
    for (const Json& parameter : agent["parameters"]) {
      if (!parameter["default"].is_null()) spec[parameter["name"].get<std::string>()] = parameter["default"];
    }
    const auto made = make_agent(spec.dump());
    EXPECT_TRUE(made) << spec << ": " << made.error().message;
  }
}

// Losses of linear agents lie in [-1, 1], and their actions in exactly one of a body and a list.
TEST(Agents, OfTheLinearKindNeedABodyOrActions) {
  const Json json = Json::parse(run({"agents", "--format", "json"}).out);
  Names linear;
  for (const Json& agent : json["agents"]) {
    Names names;
    for (const Json& parameter : agent["parameters"]) {
      names.push_back(parameter["name"]);
      if (names.back() == "body" || names.back() == "actions") {
        EXPECT_EQ(parameter["type"], names.back());
        EXPECT_TRUE(parameter["default"].is_null());
      }
    }
    const bool is_linear = agent["kind"] == "linear";
    for (const char* key : {"body", "actions"})
      EXPECT_EQ(std::find(names.begin(), names.end(), key) != names.end(), is_linear) << agent["name"];
    EXPECT_EQ(std::find(names.begin(), names.end(), "arms") != names.end(), !is_linear) << agent["name"];
    if (!is_linear) continue;
    linear.push_back(agent["name"]);
    EXPECT_EQ(agent["range"], Json::array({-1, 1}));
    Json spec{{"agent", agent["name"]}};
    EXPECT_FALSE(make_agent(spec.dump()));
    spec["actions"] = {{0, 1}, {1, 0}};
    EXPECT_TRUE(make_agent(spec.dump()));
    spec["body"] = {{"type", "ball"}, {"dimension", 2}, {"radius", 1}};
    EXPECT_FALSE(make_agent(spec.dump()));
    spec.erase("actions");
    EXPECT_TRUE(make_agent(spec.dump()));
  }
  EXPECT_EQ(linear, (Names{"banker-bolo", "bolo", "delayed-scrible"}));
}

TEST(Agents, CsvHasOneRowPerParameter) {
  const Finished listed = run({"agents", "--format", "csv"});
  ASSERT_EQ(listed.status, 0);
  const auto rows = parse_csv(listed.out);
  std::vector<Names> expected;
  for (const CatalogEntry& e : catalog()) {
    for (const Parameter& p : e.parameters) {
      expected.push_back(
          {e.name, e.paper, e.kind, e.range, p.name, p.type, p.default_value, p.min, p.max, p.help});
    }
  }
  ASSERT_EQ(rows.size(), expected.size() + 1);
  EXPECT_EQ(rows[0].size(), 10u);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(rows[i + 1], expected[i]);
}

TEST(Agents, TheTableIsTheDefaultAndNamesEveryAgentAndParameter) {
  const Finished table = run({"agents"});
  EXPECT_EQ(table.status, 0);
  EXPECT_EQ(table.err, "");
  EXPECT_EQ(table.out, run({"agents", "--format", "table"}).out);
  for (const CatalogEntry& entry : catalog()) {
    EXPECT_NE(table.out.find(entry.name), std::string::npos);
    for (const Parameter& parameter : entry.parameters) {
      EXPECT_NE(table.out.find(parameter.name), std::string::npos);
      EXPECT_NE(table.out.find(parameter.help), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace banker::testing::command_test
