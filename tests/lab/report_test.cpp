// How much a page keeps, and the words of its commands; a study written and read back.

#include "banker/lab/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "banker/lab/request.hpp"

namespace banker::lab::report_test {
namespace {

Study study_of(std::size_t agents, std::size_t cells) {
  Study study;
  study.agents.assign(agents, "banker-tinf");
  study.cells.resize(cells);
  return study;
}

TEST(ReportSize, KeepsEverythingOfSmallStudies) {
  const ReportSize size = report_size(study_of(5, 2));
  EXPECT_EQ(size.curve, 240u);
  EXPECT_EQ(size.trace, 120u);
  EXPECT_EQ(size.traced, 2u);
  EXPECT_EQ(size.detailed, 2u);
}

TEST(ReportSize, ShrinksAndNeverVanishes) {
  for (const std::size_t agents : {1u, 3u, 20u, 400u}) {
    std::size_t curve = 240;
    for (const std::size_t cells : {1u, 10u, 100u, 1000u, 100'000u}) {
      const ReportSize size = report_size(study_of(agents, cells));
      EXPECT_LE(size.curve, curve);
      EXPECT_GE(size.curve, 8u);
      EXPECT_GE(size.trace, 8u);
      EXPECT_LE(size.detailed, size.traced);
      EXPECT_LE(size.traced, cells);
      curve = size.curve;
    }
  }
  const ReportSize large = report_size(study_of(20, 100));
  EXPECT_GE(large.curve, 30u);
  EXPECT_EQ(large.traced, 100u);
  EXPECT_EQ(large.detailed, 1u);
  EXPECT_EQ(report_size(study_of(20, 400)).traced, 1u) << "there is room for curves alone";
}

Report report_of(const Request& request) { return {request, *plan(request), {}}; }

TEST(Commands, QuoteWhatTheShellWouldTakeApart) {
  Request request{.agents = {"uniform", R"({"agent":"banker-tinf","arms":["it's","b"]})", "exp3"},
                  .delays = {"fixed:3"},
                  .arms = {2},
                  .rounds = {50},
                  .runs = 3,
                  .seed = 7};
  request.share_of = "uniform";
  EXPECT_EQ(command(report_of(request)),
            R"(banker compare --agents uniform --agent '{"agent":"banker-tinf","arms":["it'\''s","b"]}')"
            R"( --agent '{"agent":"exp3"}' --losses bernoulli --delays fixed:3 --arms 2 --rounds 50 --runs 3)"
            R"( --seed 7 --share-of uniform --out FOLDER)");
  request.delays = {"none", "fixed:3"};
  EXPECT_EQ(command(report_of(request)), "banker run study.json --share-of uniform --out FOLDER");
}

TEST(WriteRequest, IsReadBack) {
  Request request{.agents = {"uniform", R"({"agent":"exp3","horizon":50})"},
                  .arms = {},
                  .rounds = {},
                  .runs = 3,
                  .seed = 9};
  request.drop_after = 12;
  request.points = 5;
  request.share_of = "uniform";
  request.parts = {{{"bernoulli:0.2"}, {"none", "fixed:2"}, {3}, {100}}, {{"trap:50"}, {"none"}, {4, 5}, {}}};
  const std::string text = write_request(request);
  EXPECT_NE(text.find(R"("rule": 1)"), std::string::npos) << "what a study was made with stays";
  const Request again = *read_kept_request(text);
  EXPECT_EQ(again.agents, request.agents);
  EXPECT_EQ(again.runs, 3u);
  EXPECT_EQ(again.seed, 9u);
  EXPECT_EQ(again.drop_after, 12u);
  EXPECT_EQ(again.points, 5u);
  EXPECT_EQ(again.share_of, "uniform");
  const Study study = *plan(request), same = *plan(again);
  ASSERT_EQ(study.cells.size(), 4u);
  ASSERT_EQ(same.cells.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(same.cells[i].specs, study.cells[i].specs);
    EXPECT_EQ(same.cells[i].losses.text, study.cells[i].losses.text);
    EXPECT_EQ(same.cells[i].delays.text, study.cells[i].delays.text);
    EXPECT_EQ(same.cells[i].rounds, study.cells[i].rounds);
  }
}

}  // namespace
}  // namespace banker::lab::report_test
