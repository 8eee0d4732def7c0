#include <algorithm>
#include <cmath>
#include <utility>

#include "../core/sums.hpp"
#include "../mirror/ratio.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/log_barrier.hpp"
#include "centre.hpp"
#include "newton.hpp"

namespace banker {

namespace {

// {x : A x <= b}, as {y : <a_j, y> <= 1} around its analytic centre: Psi = -sum ln s_j, s_j = 1 - <a_j, y>,
// kept. x = x_0 + R^-T y, R R^T the Hessian at x_0, so that sum a_j = 0 and sum a_j a_j^T = I. nu = m.
class PolytopeBody final : public Body {
 public:
  PolytopeBody(const Polytope& polytope, Centre centre)
      : Body(centre.frame.x0.size(), centre.frame.x0.size(), centre.slack.size(),
             static_cast<double>(centre.slack.size())),
        shape_(polytope),
        centre_(std::move(centre)),
        newton_(dimension(), kept()),
        factor_(dimension(), kept()) {}

  std::string name() const override { return "polytope"; }
  // Slacks add up to m, and those of (1 - 1/n) v are at least 1/n: over m they are a point of the simplex.
  double c1(double n) const override { return LogBarrier::c1(kept(), n); }

  bool locate(PointView at) const override {
    std::fill(at.kept.begin(), at.kept.end(), 1.0);
    for (std::size_t i = 0; i < at.y.size(); ++i) add_scaled(-at.y[i], centre_.columns.row(i), at.kept);
    return std::all_of(at.kept.begin(), at.kept.end(), [](double s) { return s > 0; });
  }
  bool mirror(std::span<const double> phi, PointView at) const override {
    const auto search = [&] { return newton_.minimise(centre_.columns, phi, at.y, at.kept); };
    if (locate(at) && search()) return true;
    std::fill(at.y.begin(), at.y.end(), 0.0);
    std::fill(at.kept.begin(), at.kept.end(), 1.0);
    return search();
  }

  double value(ConstPointView at) const override {
    double sum = 0;
    for (const double s : at.kept) sum -= log(s);
    return sum;
  }
  void gradient(ConstPointView at, std::span<double> phi) const override {
    Vector inverse(at.kept.size());
    for (std::size_t j = 0; j < inverse.size(); ++j) inverse[j] = 1 / at.kept[j];
    for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = dot(centre_.columns.row(i), inverse);
  }
  // Sum over the faces of r - ln(1 + r), r = slack of y / slack of z - 1.
  double bregman(ConstPointView y, ConstPointView z) const override {
    double sum = 0;
    for (std::size_t j = 0; j < y.kept.size(); ++j) sum += ratio(y.kept[j], z.kept[j]).excess;
    return sum;
  }
  void direction(ConstPointView at, std::size_t i, std::span<double> step,
                 std::span<double> lift) const override {
    set_factor(at);
    std::fill(step.begin(), step.end(), 0.0);
    step[i] = 1;
    solve_transposed(factor_, step);
    for (std::size_t row = 0; row < lift.size(); ++row) lift[row] = row < i ? 0 : factor_(row, i);
  }
  void factor(ConstPointView at, std::span<double> k) const override {
    set_factor(at);
    for (std::size_t i = 0; i < dimension(); ++i) {
      for (std::size_t j = 0; j < dimension(); ++j) k[i * dimension() + j] = j <= i ? factor_(i, j) : 0;
    }
  }

  void place(std::span<const double> y, std::span<double> x) const override { centre_.frame.place(y, x); }
  void dual(std::span<const double> phi, std::span<double> theta) const override {
    centre_.frame.dual(phi, theta);
  }
  double excess(std::span<const double> x) const override {
    double most = -1;
    for (std::size_t j = 0; j < shape_.b.size(); ++j)
      most = std::max(most, (dot(shape_.a[j], x) - shape_.b[j]) / centre_.slack[j]);
    return most;
  }

 private:
  // factor_ <- K. The Hessian of a point inside is positive definite.
  void set_factor(ConstPointView at) const {
    [[maybe_unused]] const bool positive = barrier_factor(centre_.columns, at.kept, factor_);
    BANKER_ASSERT(positive);
  }

  Polytope shape_;
  Centre centre_;
  mutable Newton newton_;  // scratch
  mutable Matrix factor_;  // scratch
};

}  // namespace

BodyResult build(const Polytope& polytope, const std::string& where) {
  if (polytope.a.empty()) return bad_body(where, ".A\" has no rows");
  if (polytope.a[0].empty()) return bad_body(where, ".A[0]\" is empty");
  if (auto error = check_matrix(where + ".A", polytope.a, polytope.a[0].size())) return *error;
  if (auto error = check_vector(where + ".b", polytope.b)) return *error;
  if (polytope.a.size() != polytope.b.size()) {
    return bad_body(where, ".A\" has ", polytope.a.size(), " rows, \"", where, ".b\" has ", polytope.b.size(),
                    " numbers");
  }
  if (auto error = check_work(where, polytope.a.size(), polytope.a[0].size())) return *error;
  auto centre = find_centre(polytope, where);
  if (!centre) return centre.error();
  return std::make_unique<PolytopeBody>(polytope, *std::move(centre));
}

}  // namespace banker
