#include "banker/scale/bolo.hpp"

#include <algorithm>
#include <cmath>

namespace banker {

double BoloScale::paper_factor(std::size_t n) { return std::sqrt(static_cast<double>(n)); }

double BoloScale::best_factor(std::size_t n, double nu) { return static_cast<double>(n) * std::sqrt(2 / nu); }

Proposal<BlindRule::Stamp> BoloScale::propose(Backlog backlog) const {
  const double scale = adaptive_.propose(backlog).scale / std::sqrt(log_time_.at(backlog.round));
  return {std::max(scale, floor_), {}};
}

}  // namespace banker
