#include "banker/lab/scores.hpp"

#include <algorithm>

#include "../agent/json.hpp"
#include "bad.hpp"

namespace banker::lab {

namespace {

struct Whole {
  std::size_t cell;
  double regret;  // U_c > 0
};

// The error of the score: over the runs that are finished in every cell.
std::optional<double> error_over_runs(const Study& study, const Results& results,
                                      const std::vector<Whole>& wholes, std::size_t agent) {
  std::vector<double> by_run;
  for (std::size_t run = 0; run < study.runs; ++run) {
    double sum = 0;
    bool finished = true;
    for (const auto& [cell, regret] : wholes) {
      const auto& result = results[study.index(cell, agent, run)];
      finished = finished && result;
      if (finished) sum += result->regret / regret;
    }
    if (finished) by_run.push_back(sum / static_cast<double>(wholes.size()));
  }
  return mean_of(by_run).standard_error;
}

// The mean and the worst cell, if every share that the reference has is there.
void add_up(Score& score, const std::vector<Whole>& wholes) {
  double sum = 0;
  std::optional<std::size_t> worst;
  for (const auto& [cell, regret] : wholes) {
    const auto& share = score.shares[cell];
    if (!share) return;
    sum += *share;
    if (!worst || *share > *score.shares[*worst]) worst = cell;
  }
  if (wholes.empty()) return;
  score.score = Mean{sum / static_cast<double>(wholes.size()), std::nullopt};
  score.worst = worst;
}

}  // namespace

Result<std::size_t> find_agent(const Study& study, std::string_view title) {
  const auto found = std::find(study.agents.begin(), study.agents.end(), title);
  if (found == study.agents.end())
    return bad("no agent of the study is called ", in_quotes(title), did_you_mean(title, study.agents));
  return static_cast<std::size_t>(found - study.agents.begin());
}

std::vector<Score> score(const Study& study, const Results& results, std::size_t reference) {
  std::vector<Score> scores(study.agents.size());
  for (std::size_t agent = 0; agent < scores.size(); ++agent)
    scores[agent] = {study.agents[agent], std::vector<std::optional<double>>(study.cells.size()), {}, {}};
  std::vector<Whole> wholes;
  for (std::size_t cell = 0; cell < study.cells.size(); ++cell) {
    for (const Summary& summary : summarize(study, results, cell, reference)) {
      const std::size_t agent = *find_agent(study, summary.agent);
      scores[agent].shares[cell] = summary.share;
      if (agent == reference && summary.share) wholes.push_back({cell, summary.regret.mean});
    }
  }
  for (std::size_t agent = 0; agent < scores.size(); ++agent) {
    add_up(scores[agent], wholes);
    if (scores[agent].score)
      scores[agent].score->standard_error = error_over_runs(study, results, wholes, agent);
  }
  std::stable_sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) {
    return a.score && (!b.score || a.score->mean < b.score->mean);
  });
  return scores;
}

}  // namespace banker::lab
