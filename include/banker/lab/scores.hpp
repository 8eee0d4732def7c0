#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/summary.hpp"

namespace banker::lab {

// One number for an agent in a whole study. With R_{c,r} the regret of run r in cell c, and U_c the mean regret of the
// reference there:
//   share in cell c = mean_r R_{c,r} / U_c,  score = mean_c of the shares,  error = that of mean_r (mean_c R_{c,r} / U_c).
// Less is better, and below 0 is better than the best arm. Cells where U_c is not positive are left out.
struct Score {
  std::string agent;
  std::vector<std::optional<double>>
      shares;                 // by cell; nothing where U_c is not positive or no run is finished
  std::optional<Mean> score;  // nothing if there are no cells, or one without a finished run of the agent
  std::optional<std::size_t> worst;  // the cell with the largest share
};

// The agent that is called so in the study; otherwise an error that names the nearest.
Result<std::size_t> find_agent(const Study& study, std::string_view title);

// Of every agent, the best first; those without a score last.
std::vector<Score> score(const Study& study, const Results& results, std::size_t reference);

}  // namespace banker::lab
