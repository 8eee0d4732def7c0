#include <cmath>
#include <utility>

#include "../core/dense.hpp"
#include "../core/sums.hpp"
#include "../mirror/ratio.hpp"
#include "banker/core/elementary.hpp"
#include "build.hpp"
#include "frame.hpp"

namespace banker {

namespace {

// The unit ball: Psi = -ln s, s = 1 - |y|^2, the one number kept. nu = 1.
class UnitBall : public Body {
 public:
  explicit UnitBall(std::size_t n) : Body(n, n, 1, 1) {}

  // Psi at |y| = 1 - 1/n is -ln((2 - 1/n) / n).
  double c1(double n) const override { return log(n) - log(2 - 1 / n); }

  bool locate(PointView at) const override {
    at.kept[0] = 1 - dot(at.y, at.y);
    return at.kept[0] > 0;
  }
  // y = phi / (1 + q), q = sqrt(1 + |phi|^2); then s = 2 / (1 + q), without cancellation.
  bool mirror(std::span<const double> phi, PointView at) const override {
    const double q = std::sqrt(1 + dot(phi, phi));
    for (std::size_t i = 0; i < phi.size(); ++i) at.y[i] = phi[i] / (1 + q);
    at.kept[0] = 2 / (1 + q);
    return true;
  }

  double value(ConstPointView at) const override { return -log(at.kept[0]); }
  void gradient(ConstPointView at, std::span<double> phi) const override {
    for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = 2 * at.y[i] / at.kept[0];
  }
  // r - ln(1 + r) + |y - z|^2 / s_z, r = s_y / s_z - 1.
  double bregman(ConstPointView y, ConstPointView z) const override {
    double square = 0;
    for (std::size_t i = 0; i < y.y.size(); ++i) square += (y.y[i] - z.y[i]) * (y.y[i] - z.y[i]);
    return ratio(y.kept[0], z.kept[0]).excess + square / z.kept[0];
  }
  // D^2 Psi = k (I + k y y^T), k = 2/s. With t_j = 1 + k (y_0^2 + ... + y_j^2):
  //   K_jj = sqrt(k t_j / t_{j-1}),  K_ij = k^(3/2) y_i y_j / sqrt(t_j t_{j-1}) for i > j,
  //   (K^-T)_jj = 1 / K_jj,          (K^-T)_ij = -y_i y_j sqrt(k / (t_j t_{j-1})) for i < j.
  void direction(ConstPointView at, std::size_t j, std::span<double> step,
                 std::span<double> lift) const override {
    const double k = 2 / at.kept[0];
    const double before = 1 + k * dot(at.y.first(j), at.y.first(j));
    const double now = before + k * at.y[j] * at.y[j];
    const double diagonal = std::sqrt(k * (now / before));
    const double side = at.y[j] * std::sqrt(k / (now * before));
    for (std::size_t i = 0; i < j; ++i) step[i] = -side * at.y[i], lift[i] = 0;
    step[j] = 1 / diagonal, lift[j] = diagonal;
    for (std::size_t i = j + 1; i < step.size(); ++i) step[i] = 0, lift[i] = k * side * at.y[i];
  }
};

// x = radius y.
class BallBody final : public UnitBall {
 public:
  BallBody(std::size_t n, double radius) : UnitBall(n), radius_(radius) {}

  std::string name() const override { return "ball"; }
  void place(std::span<const double> y, std::span<double> x) const override {
    for (std::size_t i = 0; i < y.size(); ++i) x[i] = radius_ * y[i];
  }
  void dual(std::span<const double> phi, std::span<double> theta) const override {
    for (std::size_t i = 0; i < phi.size(); ++i) theta[i] = phi[i] / radius_;
  }
  double excess(std::span<const double> x) const override {
    double square = 0;
    for (const double v : x) square += (v / radius_) * (v / radius_);
    return std::sqrt(square) - 1;
  }

 private:
  double radius_;
};

// x = center + R^-T y, matrix = R R^T.
class EllipsoidBody final : public UnitBall {
 public:
  explicit EllipsoidBody(Frame frame) : UnitBall(frame.x0.size()), frame_(std::move(frame)) {}

  std::string name() const override { return "ellipsoid"; }
  void place(std::span<const double> y, std::span<double> x) const override { frame_.place(y, x); }
  void dual(std::span<const double> phi, std::span<double> theta) const override { frame_.dual(phi, theta); }
  double excess(std::span<const double> x) const override {
    Vector y(x.begin(), x.end());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] -= frame_.x0[i];
    multiply_transposed(frame_.r, y);
    return std::sqrt(dot(y, y)) - 1;
  }

 private:
  Frame frame_;
};

}  // namespace

BodyResult build(const Ball& ball, const std::string& where) {
  if (ball.dimension < 1 || ball.dimension > kMaxDimension) {
    return bad_body(where, ".dimension\" is ", ball.dimension, ": it must be from 1 to ", kMaxDimension);
  }
  if (!(ball.radius >= kLeastSize && ball.radius <= kMostSize)) {
    return bad_body(where, ".radius\" is ", ball.radius, ": it must be from ", kLeastSize, " to ", kMostSize);
  }
  return std::make_unique<BallBody>(ball.dimension, ball.radius);
}

BodyResult build(const Ellipsoid& ellipsoid, const std::string& where) {
  const std::size_t n = ellipsoid.center.size();
  if (auto error = check_vector(where + ".center", ellipsoid.center)) return *error;
  if (auto error = check_matrix(where + ".matrix", ellipsoid.matrix, n)) return *error;
  if (ellipsoid.matrix.size() != n) {
    return bad_body(where, ".matrix\" has ", ellipsoid.matrix.size(), " rows, \"", where, ".center\" has ", n,
                    " coordinates");
  }
  if (auto error = check_work(where, n, n)) return *error;
  Matrix r(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double above = ellipsoid.matrix[j][i], below = ellipsoid.matrix[i][j];
      const double size =
          std::sqrt(std::fabs(ellipsoid.matrix[i][i])) * std::sqrt(std::fabs(ellipsoid.matrix[j][j]));
      if (!(std::fabs(above - below) <= 1e-12 * size))
        return bad_body(where, ".matrix\" is not symmetric: entries (", i, ",", j, ") and (", j, ",", i,
                        ") differ");
      r(i, j) = below;
    }
  }
  if (!cholesky(r, 1e-15 * static_cast<double>(n))) {
    return bad_body(where,
                    ".matrix\" is not positive definite to the precision of its entries, so the set is no ",
                    "bounded ellipsoid");
  }
  if (auto error = check_widths(where, ellipsoid.center, r)) return *error;
  return std::make_unique<EllipsoidBody>(Frame{ellipsoid.center, std::move(r)});
}

}  // namespace banker
