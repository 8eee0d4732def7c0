#include "banker/scale/cost_book.hpp"

#include "banker/core/elementary.hpp"

namespace banker {

double CostBook::lambda(double smooth) const {
  return smooth > 0 ? 1 + 2 * (1 + kappa_) * log(1 + smooth) : 1;
}

}  // namespace banker
