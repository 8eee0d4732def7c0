#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banker/lab/scores.hpp"
#include "banker/lab/summary.hpp"
#include "text.hpp"

namespace banker::apps {

// "bernoulli:gap=0.1, delays fixed:100, 10 arms, 100,000 rounds".
std::string title(const lab::Cell& cell);
// "seeds 1 to 16".
std::string seeds(const lab::Study& study);
// The agents of a study of one cell: ranks, regrets, what they cost; and their regret over time. Shares are of
// the agent `reference`.
std::string show(const lab::Study& study, std::vector<lab::Summary> agents,
                 std::optional<std::size_t> reference);
// The regrets of a study of many cells: agents by delays, for all that differs beside.
std::string show_all(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells);
// Agents by score, with the mean share of every number of arms and every kind of delay.
std::string show_scores(const lab::Study& study, const std::vector<lab::Score>& scores,
                        std::size_t reference);

// Where a cell is, as the first columns of a table, and their names.
inline const std::vector<std::string> kPlace{"losses", "delays", "arms", "rounds"};
std::vector<std::string> place(const lab::Cell& cell);
// And of a CSV file, with an agent.
inline const std::string kCsvPlace = "losses,delays,arms,rounds,agent";
std::string csv_place(const lab::Cell& cell, const std::string& agent);
// In Markdown, a row per cell and a column per agent: "289 ± 7 (532)", the mean regret, its error, the worst run.
std::string markdown(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells);
// In Markdown the scores, and a table of every share: a row per cell, a column per agent.
std::string markdown(const lab::Study& study, const std::vector<lab::Score>& scores);

// With shares if they are `shared`.
Json to_json(const std::vector<lab::Summary>& agents, bool shared);

}  // namespace banker::apps
