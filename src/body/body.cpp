#include "banker/body/body.hpp"

#include "banker/core/assert.hpp"

namespace banker {

BodyPoint Body::centre() const {
  BodyPoint point{std::vector<double>(dimension_), std::vector<double>(kept_)};
  [[maybe_unused]] const bool inside = locate(point.view());
  BANKER_ASSERT(inside);
  return point;
}

void Body::factor(ConstPointView at, std::span<double> k) const {
  std::vector<double> step(dimension_), lift(dimension_);
  for (std::size_t i = 0; i < dimension_; ++i) {
    direction(at, i, step, lift);
    for (std::size_t row = 0; row < dimension_; ++row) k[row * dimension_ + i] = lift[row];
  }
}

}  // namespace banker
