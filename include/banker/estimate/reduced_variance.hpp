#pragma once

#include <algorithm>

namespace banker {

// l~_s = ((l - b_A) / x_A) e_A + b,   b_i = sigma_s min(level, (2/3) sqrt(x_i)),   15/32 <= sigma_s level <= 1/2:
// importance weighting of what a loss differs from a baseline that is known when the arm is drawn. Unbiased for any
// b, and where b is 1/2 its variance is at most half. The second bound on b is what the capital of the round can
// bear when the loss is 0: the step of arm A stays above -2/3 of where z~ ends. Rounds drawn from the same point
// share levels, so that what their baselines sum up to is known to all of them.
//
// A round whose outcome never comes must count as told with loss 0: its estimate is then below that of any loss, so
// that an arm is never blamed for what was not heard of it, whatever decides what is heard.
inline double baseline(double scale, double level, double root) {
  return scale * std::min(level, 2.0 / 3 * root);
}

// In the middle, so that it goes on to serve while scales rise or fall a little.
constexpr double first_level(double scale) { return (31.0 / 64) / scale; }
// Whether a level is one for a round of this scale.
constexpr bool serves(double level, double scale) {
  return level * scale <= 0.5 && level * scale >= 15.0 / 32;
}

}  // namespace banker
