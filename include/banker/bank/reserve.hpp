#pragma once

#include <algorithm>
#include <optional>

namespace banker {

// How much more than sigma_t the pool should hold, so that what is learned stays when a round is paid:
//   reserve = min((rho - 1) sigma_t, kappa M),   M = sum of sigma_s over open rounds.
// When the pool has less than sigma_t + hysteresis reserve, it borrows up to sigma_t + reserve. Since B_T is then
// at most 1 + kappa times as much, so is the first half of the bound; nothing is added while nothing is open.
struct Reserve {
  std::optional<double> rho = 8;  // nothing: no cap
  double kappa = 1;
  double hysteresis = 1;  // below 1, the pool borrows seldom: its mean stays the same for many asks

  double of(double scale, double open) const {
    const double most = kappa * open;
    return rho ? std::min((*rho - 1) * scale, most) : most;
  }
  friend bool operator==(const Reserve&, const Reserve&) = default;
};

}  // namespace banker
