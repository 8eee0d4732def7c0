#include <algorithm>
#include <cmath>
#include <utility>

#include "../mirror/ratio.hpp"
#include "banker/core/elementary.hpp"
#include "build.hpp"

namespace banker {

namespace {

// The cube -1 < y_i < 1: Psi = -sum ln s_i, s_i = 1 - y_i^2, kept. x_i = center_i + half_i y_i. nu = n.
class BoxBody final : public Body {
 public:
  explicit BoxBody(const Box& box)
      : Body(box.lower.size(), box.lower.size(), box.lower.size(), static_cast<double>(box.lower.size())),
        lower_(box.lower),
        upper_(box.upper) {}

  std::string name() const override { return "box"; }
  double c1(double n) const override { return nu() * (log(n) - log(2 - 1 / n)); }

  bool locate(PointView at) const override {
    for (std::size_t i = 0; i < at.y.size(); ++i) at.kept[i] = (1 - at.y[i]) * (1 + at.y[i]);
    return std::all_of(at.kept.begin(), at.kept.end(), [](double s) { return s > 0; });
  }
  // y = phi / (1 + q), q = sqrt(1 + phi^2), s = 2 / (1 + q), per coordinate.
  bool mirror(std::span<const double> phi, PointView at) const override {
    for (std::size_t i = 0; i < phi.size(); ++i) {
      const double q = std::sqrt(1 + phi[i] * phi[i]);
      at.y[i] = phi[i] / (1 + q);
      at.kept[i] = 2 / (1 + q);
    }
    return true;
  }

  double value(ConstPointView at) const override {
    double sum = 0;
    for (const double s : at.kept) sum -= log(s);
    return sum;
  }
  void gradient(ConstPointView at, std::span<double> phi) const override {
    for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = 2 * at.y[i] / at.kept[i];
  }
  // Sum over both faces of every coordinate of r - ln(1 + r), r = slack of y / slack of z - 1.
  double bregman(ConstPointView y, ConstPointView z) const override {
    double sum = 0;
    for (std::size_t i = 0; i < y.y.size(); ++i) {
      if (y.y[i] == z.y[i] && y.kept[i] == z.kept[i]) continue;
      for (const double sign : {1.0, -1.0})
        sum += ratio(slack(sign * y.y[i], y.kept[i]), slack(sign * z.y[i], z.kept[i])).excess;
    }
    return sum;
  }
  // D^2 Psi is diagonal: 2 (1 + y^2) / s^2.
  void direction(ConstPointView at, std::size_t i, std::span<double> step,
                 std::span<double> lift) const override {
    std::fill(step.begin(), step.end(), 0.0);
    std::fill(lift.begin(), lift.end(), 0.0);
    const double root = std::sqrt(2 * (1 + at.y[i] * at.y[i]));
    step[i] = at.kept[i] / root;
    lift[i] = root / at.kept[i];
  }

  // Rounding may not leave the box: a price of -1e-17 is not a price.
  void place(std::span<const double> y, std::span<double> x) const override {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double center = lower_[i] / 2 + upper_[i] / 2;
      x[i] = std::clamp(center + half(i) * y[i], lower_[i], upper_[i]);
    }
  }
  void dual(std::span<const double> phi, std::span<double> theta) const override {
    for (std::size_t i = 0; i < phi.size(); ++i) theta[i] = phi[i] / half(i);
  }
  double excess(std::span<const double> x) const override {
    double most = -1;
    for (std::size_t i = 0; i < x.size(); ++i)
      most = std::max({most, (lower_[i] - x[i]) / half(i), (x[i] - upper_[i]) / half(i)});
    return most;
  }

 private:
  double half(std::size_t i) const { return (upper_[i] - lower_[i]) / 2; }
  // 1 - y, given s = (1 - y)(1 + y): without cancellation near y = 1.
  static double slack(double y, double s) { return y > 0 ? s / (1 + y) : 1 - y; }

  Vector lower_, upper_;
};

}  // namespace

BodyResult build(const Box& box, const std::string& where) {
  if (auto error = check_vector(where + ".lower", box.lower)) return *error;
  if (auto error = check_vector(where + ".upper", box.upper)) return *error;
  if (box.lower.size() != box.upper.size()) {
    return bad_body(where, ".lower\" has ", box.lower.size(), " numbers, \"", where, ".upper\" has ",
                    box.upper.size());
  }
  for (std::size_t i = 0; i < box.lower.size(); ++i) {
    const double side = box.upper[i] - box.lower[i];
    if (side < 0) {
      return bad_body(where, "\" is empty: lower[", i, "] = ", box.lower[i], " is above upper[", i,
                      "] = ", box.upper[i]);
    }
    if (side == 0) {
      return bad_body(where, "\" is flat: lower[", i, "] and upper[", i, "] are both ", box.lower[i],
                      "; leave that coordinate out");
    }
    const double centre = box.lower[i] / 2 + box.upper[i] / 2;
    if (auto error = check_width(where, i, centre, side / 2)) return *error;
  }
  return std::make_unique<BoxBody>(box);
}

}  // namespace banker
