#pragma once

#include "banker/core/amount.hpp"

namespace banker {

// Arithmetic with twice the digits of a double, for what is computed once and must be right to the last of
// them: a * b, a / b and sqrt(a) to about 2^-100. REQUIRES: |a|, |b| <= 1e150 (else the parts overflow).
Amount product(Amount a, Amount b);
Amount quotient(Amount a, Amount b);
Amount root(Amount a);

}  // namespace banker
