#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "banker/body/body.hpp"
#include "banker/core/result.hpp"

namespace banker::lab {

// Where a linear agent plays: the body, or the hull of the listed actions, of its spec.
class Ground {
 public:
  static Result<Ground> of(std::string_view spec);

  std::size_t dimension() const { return body_->ambient(); }
  // min over x of <sum, x>, at most 1e-8 nu |sum| above it: the point where 1e8 <sum, x> + Psi(x) is least, or one
  // of the listed actions.
  double least(std::span<const double> sum) const;
  // No action is longer.
  double reach() const;

 private:
  explicit Ground(std::unique_ptr<const Body> body);

  std::unique_ptr<const Body> body_;
  std::vector<double> origin_;             // x_0
  std::vector<std::vector<double>> axes_;  // what y = e_i adds to it
};

}  // namespace banker::lab
