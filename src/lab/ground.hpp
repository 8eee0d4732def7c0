#pragma once

#include <memory>
#include <optional>
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
  // min over x of <sum, x>, up to 1e-8 nu times the width of the body in that direction: the point where, in the
  // body's own coordinates, 1e8 <sum, x> / |sum| + Psi(x) is least; or one of the listed actions.
  // Nothing: the search fails, the body is too thin.
  std::optional<double> least(std::span<const double> sum) const;
  // No action is longer. An error where least() is nothing.
  Result<double> reach() const;

 private:
  Ground(std::unique_ptr<const Body> body, std::optional<double> radius);

  std::unique_ptr<const Body> body_;
  std::vector<double> origin_;             // x_0
  std::vector<std::vector<double>> axes_;  // what y = e_i adds to it
  std::optional<double> radius_;           // of a ball
};

}  // namespace banker::lab
