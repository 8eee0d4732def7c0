// The verb bench: what it prints in four formats, and what it refuses. How fast anything is is not tested.

#include <gtest/gtest.h>

#include <set>

#include "agent/json_library.hpp"
#include "apps/printed.hpp"
#include "apps/program.hpp"
#include "support/effort.hpp"

namespace banker::testing::bench_test {
namespace {

using Names = std::vector<std::string>;

Finished bench(Names arguments) {
  arguments.insert(arguments.begin(), {"bench", "--quick"});
  return run(std::move(arguments));
}

const Names kRowKeys{"workload",
                     "agent",
                     "arms",
                     "ask_ns",
                     "tell_ns",
                     "round_ns",
                     "round_per_floor_1024",
                     "round_per_floor_own",
                     "passes_per_solve",
                     "bytes_per_open_round",
                     "peak_bytes",
                     "floor_1024_ns",
                     "floor_own_ns",
                     "bytes_beside_snapshot",
                     "checked"};

TEST(Bench, HasARowForEveryWorkloadAgentAndNumberOfArms) {
  const Finished done = bench(
      {"--agents", "banker,banker-tinf,delayed-tsallis,uniform", "--arms", "7,300", "--format", "json"});
  ASSERT_EQ(done.status, 0) << done.err;
  const Json json = Json::parse(done.out);
  EXPECT_EQ(keys(json), (Names{"rows", "goals", "left_out", "settings"}));
  EXPECT_TRUE(json["left_out"].empty()) << json["left_out"];
  std::set<std::string> seen;
  for (const Json& row : json["rows"]) {
    EXPECT_EQ(keys(row), kRowKeys);
    EXPECT_EQ(row["checked"], true);
    seen.insert(row["workload"].get<std::string>() + ' ' + row["agent"].get<std::string>() + ' ' +
                row["arms"].dump());
    // Ask and tell apart only where blocks are timed; bytes where rounds are open.
    const bool burst = row["workload"] == "burst";
    EXPECT_EQ(row["ask_ns"].is_number(), burst) << row;
    EXPECT_EQ(row["tell_ns"].is_number(), burst) << row;
    if (row["workload"] == "no-delay") {
      EXPECT_TRUE(row["bytes_per_open_round"].is_null());
    }
    for (const char* key : {"round_ns", "floor_1024_ns", "floor_own_ns"})
      EXPECT_GT(row[key].get<double>(), 0) << key;
    EXPECT_DOUBLE_EQ(row["round_per_floor_1024"].get<double>(),
                     row["round_ns"].get<double>() / row["floor_1024_ns"].get<double>());
    EXPECT_DOUBLE_EQ(row["round_per_floor_own"].get<double>(),
                     row["round_ns"].get<double>() / row["floor_own_ns"].get<double>());
  }
  EXPECT_EQ(json["rows"].size(), 4u * 4 * 2);
  EXPECT_EQ(seen.size(), json["rows"].size());
  EXPECT_TRUE(seen.contains("open-10000 banker 300"));
}

TEST(Bench, GoalsAreThoseOfTheRowsThatWereRun) {
  const Finished done = bench({"--workload", "no-delay,open-10000", "--agents", "banker,uniform", "--arms",
                               "10", "--format", "json"});
  ASSERT_EQ(done.status, 0) << done.err;
  const Json goals = Json::parse(done.out)["goals"];
  ASSERT_EQ(goals.size(), 2u);
  EXPECT_EQ(goals[0]["goal"], "no-delay: a round, in passes over 1,024");
  EXPECT_EQ(goals[0]["limit"], 1.1);
  EXPECT_EQ(goals[1]["goal"], "open-10000: a round, in rounds without delay");
  EXPECT_EQ(goals[1]["limit"], 1.3);
  for (const Json& goal : goals) {
    EXPECT_EQ(keys(goal), (Names{"goal", "agent", "arms", "measured", "limit", "met"}));
    EXPECT_EQ(goal["agent"], "banker");
    EXPECT_EQ(goal["met"].get<bool>(), goal["measured"].get<double>() <= goal["limit"].get<double>());
  }
}

TEST(Bench, CsvTableAndMarkdownNameTheSameRows) {
  const Names what{"--workload", "burst,no-delay", "--agents", "delayed-tsallis", "--arms", "10,300"};
  const auto in = [&](const char* format) {
    Names arguments = what;
    arguments.insert(arguments.end(), {"--format", format});
    const Finished done = bench(arguments);
    EXPECT_EQ(done.status, 0) << done.err;
    return done.out;
  };
  const auto rows = parse_csv(in("csv"));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0].size(), kRowKeys.size() - 1);  // all but "checked"
  EXPECT_EQ((Names{rows[1][0], rows[1][1], rows[1][2]}), (Names{"no-delay", "delayed-tsallis", "10"}));
  EXPECT_EQ((Names{rows[4][0], rows[4][1], rows[4][2]}), (Names{"burst", "delayed-tsallis", "300"}));
  const std::string markdown = in("markdown"), table = in("table");
  EXPECT_NE(markdown.find("| no-delay | delayed-tsallis | 10 | - | - |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| burst: a round, in passes over 1,024 | delayed-tsallis | 300 | 4.5 |"),
            std::string::npos)
      << markdown;
  EXPECT_NE(table.find("Checked"), std::string::npos);
}

TEST(Bench, AnAgentForOneOpenRoundIsLeftOutOfWorkloadsWithMore) {
  const Finished done =
      bench({"--workload", "no-delay,open-100", "--agents", "omd", "--arms", "5", "--format", "json"});
  ASSERT_EQ(done.status, 0) << done.err;
  const Json json = Json::parse(done.out);
  EXPECT_EQ(json["rows"].size(), 1u);
  ASSERT_EQ(json["left_out"].size(), 1u);
  EXPECT_EQ(json["left_out"][0]["workload"], "open-100");
}

TEST(Bench, WhatWouldTakeTooMuchMemoryIsLeftOutAndSaysSo) {
  const Finished done = bench(
      {"--workload", "open-1000000", "--agents", "banker-tinf", "--arms", "100000", "--format", "json"});
  ASSERT_EQ(done.status, 0) << done.err;
  const Json json = Json::parse(done.out);
  EXPECT_TRUE(json["rows"].empty());
  ASSERT_EQ(json["left_out"].size(), 1u);
  // Sanitizers have an allocator that does not say how much is taken: then it is the time.
  const std::string unit = kSanitized ? " s" : " GB", why = json["left_out"][0]["why"];
  EXPECT_TRUE(why.starts_with("would take ") && why.ends_with(unit)) << why;
}

TEST(Bench, UnknownNamesAreRefusedWithTheKnownOnes) {
  const auto refused = [](const Names& arguments, const char* known) {
    const Finished bad = bench(arguments);
    EXPECT_EQ(bad.status, 2) << bad.err;
    EXPECT_EQ(bad.out, "");
    EXPECT_NE(bad.err.find(known), std::string::npos) << bad.err;
  };
  refused({"--workload", "no-such"}, "no-delay, open-100, open-10000, open-1000000, burst");
  refused({"--agents", "no-such"}, "banker-tinf");
  refused({"--agents", "banker-bolo"}, "plays arms");
  refused({"--arms", "ten"}, "whole number");
  refused({"--arms", "0"}, "arms");
  refused({"--format", "xml"}, "markdown");
}

}  // namespace
}  // namespace banker::testing::bench_test
