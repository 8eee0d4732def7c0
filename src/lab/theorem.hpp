#pragma once

#include <cstddef>
#include <optional>

#include "../agent/json.hpp"
#include "banker/lab/bound.hpp"

// Theorems for losses in [0,1], docs/algorithms.md and docs/banker_agent.md. Their proofs sum <l^_s, x_s - y> over all
// rounds s <= t, also over those that are open after t: no point that was played changes if they are told then. A
// dropped round is not in the sum. Losses are not negative, so it costs at most its loss, whatever decided that it is
// dropped.
namespace banker::lab {

// Who plays, and where.
struct Player {
  double k() const { return static_cast<double>(arms); }

  Json spec;  // every key written out
  std::size_t arms = 0;
  double rounds = 0;     // of the cell
  bool at_once = false;  // no outcome is late
  bool blind = false;    // delays depend on neither the arm nor its loss
};

// Of agents with a bank: any delays. Of omd: none.
std::optional<Bound> banker_theorem(const Player& player);
std::optional<Bound> banker_omd_theorem(const Player& player);
std::optional<Bound> banker_tinf_theorem(const Player& player);
std::optional<Bound> omd_theorem(const Player& player);

}  // namespace banker::lab
