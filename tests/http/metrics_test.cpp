// /metrics is what Prometheus reads, and its numbers are right.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "http/metrics.hpp"
#include "office.hpp"

namespace banker::metrics_test {
namespace {

using http::StatusCounts;
using testing::Office;

// Samples by name and labels. Fails where the text is not of the format: a sample without a type, a sample twice.
std::map<std::string, double> read_metrics(const std::string& text) {
  const std::regex comment(R"(# (HELP|TYPE) ([a-z_]+) .+)");
  const std::regex sample(
      R"re(([a-z_]+)(\{[a-z]+="([^"\\]|\\["\\n])*"(,[a-z]+="([^"\\]|\\["\\n])*")*\})? ([-+.e0-9]+|NaN|[+-]Inf))re");
  std::map<std::string, double> samples;
  std::set<std::string> typed;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, comment)) {
      const bool again = match[1] == "TYPE" && !typed.insert(match[2]).second;
      EXPECT_FALSE(again) << line;
      continue;
    }
    if (!std::regex_match(line, match, sample)) {
      ADD_FAILURE() << "neither a comment nor a sample: " << line;
      continue;
    }
    const std::string name = std::regex_replace(match[1].str(), std::regex("_(bucket|sum|count)$"), "");
    EXPECT_TRUE(typed.contains(name) || typed.contains(match[1])) << line;
    EXPECT_TRUE(samples.emplace(match[1].str() + match[2].str(), std::stod(match[6])).second) << line;
  }
  EXPECT_TRUE(text.ends_with('\n'));
  return samples;
}

TEST(Metrics, CountWhatHappened) {
  Office office;
  office.make_ads(R"(,"expire_after":100000000)");
  office.expect(201, "POST", "/v1/bandits", R"({"name":"b","agent":"uniform","arms":2})");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":4})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/drop");
  office.expect(404, "GET", "/nowhere");
  office.router->count(431);
  const auto response = office.send("GET", "/metrics");
  EXPECT_EQ(response.type, "text/plain; version=0.0.4; charset=utf-8");
  auto samples = read_metrics(response.body);
  EXPECT_EQ(samples.at(R"(banker_rounds_total{bandit="ads"})"), 4);
  EXPECT_EQ(samples.at(R"(banker_rounds_total{bandit="b"})"), 0);
  EXPECT_EQ(samples.at(R"(banker_open_rounds{bandit="ads"})"), 2);
  EXPECT_EQ(samples.at(R"(banker_lapsed_rounds{bandit="ads"})"), 0);
  EXPECT_EQ(samples.at(R"(banker_outcomes_total{bandit="ads",status="settled"})"), 1);
  EXPECT_EQ(samples.at(R"(banker_outcomes_total{bandit="ads",status="dropped"})"), 1);
  EXPECT_EQ(samples.at(R"(banker_outcomes_total{bandit="ads",status="expired"})"), 0);
  EXPECT_GT(samples.at(R"(banker_total_invested{bandit="ads"})"), 0);
  EXPECT_GT(samples.at(R"(banker_certificate{bandit="ads"})"), 0);
  EXPECT_FALSE(samples.contains(R"(banker_certificate{bandit="b"})"));  // it has no bank
  EXPECT_EQ(samples.at("banker_journal_events_total"), 6);
  EXPECT_GE(samples.at("banker_journal_commits_total"), 5);
  EXPECT_EQ(samples.at("banker_journal_failures_total"), 0);
  EXPECT_EQ(samples.at("banker_journal_commit_seconds_count"), samples.at("banker_journal_commits_total"));
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="+Inf"})"),
            samples.at("banker_journal_commits_total"));
  EXPECT_EQ(samples.at(R"(banker_http_requests_total{status="201"})"), 2);
  EXPECT_EQ(samples.at(R"(banker_http_requests_total{status="204"})"), 2);
  EXPECT_EQ(samples.at(R"(banker_http_requests_total{status="404"})"), 1);
  EXPECT_EQ(samples.at(R"(banker_http_requests_total{status="431"})"), 1);
}

TEST(Metrics, WrittenByHand) {
  service::Measures measures;
  measures.commits = 6;
  measures.events = 11;
  measures.failures = 2;
  measures.commit_seconds = 0.75;
  measures.histogram.assign(std::size(service::kCommitSeconds) + 1, 0);
  measures.histogram[0] = 1, measures.histogram[3] = 3, measures.histogram.back() = 2;
  service::Summary summary;
  summary.name = "q\"\\\n";  // no bandit has such a name, but then it would be escaped
  summary.oldest_open_at = 1'000'000;
  measures.bandits = {summary};
  StatusCounts counts;
  counts.add(200);
  counts.add(9999);
  const std::string text = http::write_metrics(measures, counts, 3'500'000);
  const auto samples = read_metrics(text);
  EXPECT_EQ(samples.at(R"(banker_oldest_open_seconds{bandit="q\"\\\n"})"), 2.5);
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="0.0001"})"), 1);
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="0.0005"})"), 1);
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="0.001"})"), 4);
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="1"})"), 4);
  EXPECT_EQ(samples.at(R"(banker_journal_commit_seconds_bucket{le="+Inf"})"), 6);
  EXPECT_EQ(samples.at("banker_journal_commit_seconds_sum"), 0.75);
  EXPECT_EQ(samples.at("banker_journal_failures_total"), 2);
  EXPECT_EQ(samples.at(R"(banker_http_requests_total{status="200"})"), 1);
  // A clock that was set back gives no negative age.
  EXPECT_EQ(read_metrics(http::write_metrics(measures, counts, 0))
                .at(R"(banker_oldest_open_seconds{bandit="q\"\\\n"})"),
            0);
}

}  // namespace
}  // namespace banker::metrics_test
