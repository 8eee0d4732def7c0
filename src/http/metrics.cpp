#include "metrics.hpp"

#include <charconv>

#include "../core/text.hpp"
#include "banker/version.hpp"

namespace banker::http {

namespace {

using service::Measures;
using service::Summary;

// {bandit="ads"}: what a sample is of. Names of bandits have no quotes, backslashes or line ends; others are escaped.
std::string label(std::string_view key, std::string_view value) {
  std::string out = concat(key, "=\"");
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  append(out, concat("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n"));
}

template <class Value>
void sample(std::string& out, std::string_view name, std::string_view labels, Value value) {
  out += name;
  if (!labels.empty()) append(out, concat("{", labels, "}"));
  append(out, concat(" ", value, "\n"));
}

// One sample per bandit, of those that have a value.
template <class Get>
void by_bandit(std::string& out, const Measures& measures, std::string_view name, std::string_view type,
               std::string_view help, Get get) {
  head(out, name, type, help);
  for (const Summary& summary : measures.bandits)
    if (const auto value = get(summary)) sample(out, name, label("bandit", summary.name), *value);
}

void append_outcomes(std::string& out, const Measures& measures) {
  constexpr std::string_view kName = "banker_outcomes_total";
  head(out, kName, "counter", "Rounds that came to an end, by what it was.");
  for (const Summary& summary : measures.bandits) {
    const store::Tally& tally = summary.tally;
    const std::pair<std::string_view, std::uint64_t> ends[] = {{"settled", tally.settled},
                                                               {"skipped", tally.skipped},
                                                               {"stale", tally.stale},
                                                               {"dropped", tally.dropped},
                                                               {"expired", tally.expired}};
    for (const auto& [status, count] : ends)
      sample(out, kName, concat(label("bandit", summary.name), ",", label("status", status)), count);
  }
}

void append_bandits(std::string& out, const Measures& measures, store::Time now) {
  by_bandit(out, measures, "banker_rounds_total", "counter", "Decisions made.",
            [](const Summary& s) { return std::optional(s.rounds); });
  by_bandit(out, measures, "banker_open_rounds", "gauge", "Decisions without an outcome so far.",
            [](const Summary& s) { return std::optional(s.open); });
  by_bandit(out, measures, "banker_lapsed_rounds", "gauge",
            "Those of them that are beyond their time: they do not count towards max_open.",
            [](const Summary& s) { return std::optional(s.lapsed); });
  by_bandit(out, measures, "banker_oldest_open_seconds", "gauge",
            "Age of the oldest decision without an outcome; 0 if there is none.", [&](const Summary& s) {
              const store::Time age = std::max<store::Time>(now - s.oldest_open_at.value_or(now), 0);
              return std::optional(static_cast<double>(age) / 1e6);
            });
  by_bandit(out, measures, "banker_paused", "gauge", "1 if it makes no decisions at present.",
            [](const Summary& s) { return std::optional(s.paused_at ? 1 : 0); });
  append_outcomes(out, measures);
  by_bandit(out, measures, "banker_total_invested", "gauge", "What the bank has lent so far.",
            [](const Summary& s) { return s.total_invested; });
  by_bandit(out, measures, "banker_certificate", "gauge",
            "Bound of the estimated regret of the told rounds on this path.",
            [](const Summary& s) { return s.certificate; });
}

// 0.0001 rather than 1e-04.
std::string in_decimals(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr};
}

// A histogram counts cumulatively: each bucket holds the ones before it.
void append_journal(std::string& out, const Measures& measures) {
  head(out, "banker_journal_commits_total", "counter", "Transactions written to disk.");
  sample(out, "banker_journal_commits_total", "", measures.commits);
  head(out, "banker_journal_events_total", "counter", "Decisions and outcomes written to disk.");
  sample(out, "banker_journal_events_total", "", measures.events);
  head(out, "banker_journal_failures_total", "counter", "Transactions that could not be written.");
  sample(out, "banker_journal_failures_total", "", measures.failures);
  constexpr std::string_view kName = "banker_journal_commit_seconds";
  head(out, kName, "histogram", "How long a transaction took to be on disk.");
  std::uint64_t sum = 0;
  const std::string bucket = concat(kName, "_bucket");
  for (std::size_t i = 0; i < measures.histogram.size(); ++i) {
    sum += measures.histogram[i];
    const bool last = i == std::size(service::kCommitSeconds);
    sample(out, bucket, label("le", last ? "+Inf" : in_decimals(service::kCommitSeconds[i])), sum);
  }
  sample(out, concat(kName, "_sum"), "", measures.commit_seconds);
  sample(out, concat(kName, "_count"), "", sum);
}

void append_requests(std::string& out, const StatusCounts& counts) {
  constexpr std::string_view kName = "banker_http_requests_total";
  head(out, kName, "counter", "Requests answered, by status.");
  for (int status = StatusCounts::kFirst; status <= StatusCounts::kLast; ++status)
    if (const auto count = counts.of(status)) sample(out, kName, label("status", concat(status)), count);
}

}  // namespace

std::string write_metrics(const Measures& measures, const StatusCounts& counts, store::Time now) {
  std::string out;
  head(out, "banker_build_info", "gauge", "Always 1; the label says which version this is.");
  sample(out, "banker_build_info", label("version", BANKER_VERSION), 1);
  append_bandits(out, measures, now);
  append_journal(out, measures);
  append_requests(out, counts);
  return out;
}

}  // namespace banker::http
