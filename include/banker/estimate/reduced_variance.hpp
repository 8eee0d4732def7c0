#pragma once

#include <algorithm>
#include <span>

#include "banker/mirror/certified_cost.hpp"

namespace banker {

// l~_s = ((l - b_A) / x_A) e_A + b,   b_i = min(1/2, (2/3) sigma_s sqrt(x_i)):
// importance weighting of what a loss differs from a baseline that is known when the arm is drawn. Unbiased for any
// b, and where b = 1/2 its variance is at most half. The second bound on b is what the capital of the round can
// bear when the loss is 0: the step of arm A stays above -2/3 of where z~ ends.
//
// A round whose outcome never comes must count as told with loss 0: its estimate is then below that of any loss, so
// that an arm is never blamed for what was not heard of it, whatever decides what is heard.
inline double baseline(double scale, double root) { return std::min(0.5, 2.0 / 3 * scale * root); }

// Of a point x of the simplex and its baselines.
TsallisSums tsallis_sums(double scale, std::span<const double> x);

// theta_i -= l~_i / sigma, x_i = (1 / sqrt(largest) - theta_i)^-2. REQUIRES: max_i theta_i = 0.
void charge_reduced(double scale, std::size_t arm, double probability, double loss, double top,
                    std::span<double> theta);

}  // namespace banker
