#pragma once

namespace banker {

// l~_s = (l_{s,A_s} / x_{s,A_s}) e_{A_s}: the one non-zero coordinate. `probability` is the one arm A_s was
// DRAWN with, stored in the open round; never the current one, never "the last arm". Unbiased: E[l~_s] = l_s.
inline double importance_weighted(double loss, double probability) { return loss / probability; }

}  // namespace banker
