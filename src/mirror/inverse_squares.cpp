#include "inverse_squares.hpp"

#include <algorithm>
#include <cmath>

namespace banker {

namespace {
using Two [[gnu::vector_size(16)]] = double;                                // what every CPU has
constexpr std::size_t kTerms = InverseSquares::kTerms, kRows = kTerms / 4;  // k = 4 row + lane

Two pair(const double* p) { return Two{p[0], p[1]}; }
void store(Two v, double* p) {
  p[0] = v[0];
  p[1] = v[1];
}

// r^2 y^k for four k in a row, and what leads to the next four.
struct Powers {
  Powers(double r, double y) {
    const double a = r * r, y2 = y * y;
    low = Two{a, a * y};
    high = low * y2;
    factor = y2 * y2;
  }
  void advance() {
    low *= factor;
    high *= factor;
  }
  Two low, high;
  double factor;
};

// (k+1) k (k-1) ..: what D derivatives make of (k+1) w^k.
template <int D>
constexpr std::array<double, kTerms> coefficients() {
  std::array<double, kTerms> c{};
  for (int k = 0; k < static_cast<int>(kTerms); ++k) {
    c[k] = k + 1;
    for (int d = 0; d < D; ++d) c[k] *= k - d;
  }
  return c;
}

// The D-th derivative of sum_k (k+1) H_k w^k: a Horner scheme in w^4 for each lane. The terms k < D are 0, so the
// lanes before D may stop one row earlier, and have four factors w less.
template <int D>
double series(const double* sums, double w, double w2, double w4) {
  alignas(16) static constexpr std::array<double, kTerms> c = coefficients<D>();
  const auto term = [&](std::size_t k) { return pair(&c[k]) * pair(&sums[k]); };
  Two low = term(kTerms - 4), high = term(kTerms - 2);
  for (std::size_t row = kRows - 2; row > 0; --row) {
    low = low * w4 + term(4 * row);
    high = high * w4 + term(4 * row + 2);
  }
  const Two first = low * w4 + term(0), second = high * w4 + term(2);
  if constexpr (D == 0) return (first[0] + w * first[1]) + w2 * (second[0] + w * second[1]);
  if constexpr (D == 1) return (first[1] + w * second[0]) + w2 * (second[1] + w * low[0]);
  return (second[0] + w * second[1]) + w2 * (low[0] + w * low[1]);
}
}  // namespace

// Arms without a gap, such as all that nothing was told of, have 1 in every sum: they are counted, eight at a time.
void InverseSquares::rebuild(std::span<const double> theta, double origin, double unit) {
  origin_ = origin;
  unit_ = unit;
  inverse_unit_ = 1 / unit;
  sums_.fill(0);
  std::size_t counted = 0;
  for (std::size_t begin = 0; begin < theta.size(); begin += kBlock) {
    const auto block = theta.subspan(begin, std::min(kBlock, theta.size() - begin));
    std::array<std::array<double, kLanes>, kTerms> sums{};
    for (std::size_t first = 0; first < block.size(); first += kLanes) {
      const auto arms = block.subspan(first, std::min(kLanes, block.size() - first));
      const bool gapless = std::all_of(arms.begin(), arms.end(), [&](double v) { return v == origin; });
      if (gapless) counted += arms.size();
      else add_powers(arms, sums);
    }
    for (std::size_t k = 0; k < kTerms; ++k) sums_[k] += reduce_lanes(sums[k]);
  }
  for (double& sum : sums_) sum += static_cast<double>(counted);
}

void InverseSquares::add_powers(std::span<const double> theta,
                                std::array<std::array<double, kLanes>, kTerms>& sums) const {
  std::array<double, kLanes> power{}, y{};
  for (std::size_t j = 0; j < theta.size(); ++j) {
    const double r = 1 / ratio(theta[j]);
    power[j] = r * r;
    y[j] = 2 * r - 1;
  }
  for (std::size_t k = 0; k < kTerms; ++k) {
    for (std::size_t j = 0; j < kLanes; ++j) {
      sums[k][j] += power[j];
      power[j] *= y[j];
    }
  }
}

void InverseSquares::move(double from, double to) {
  const Two r = 1 / Two{ratio(from), ratio(to)}, y = 2 * r - 1;
  Powers old(r[0], y[0]), fresh(r[1], y[1]);
  for (std::size_t k = 0; k < kTerms; k += 4) {
    store(pair(&sums_[k]) + (fresh.low - old.low), &sums_[k]);
    store(pair(&sums_[k + 2]) + (fresh.high - old.high), &sums_[k + 2]);
    old.advance();
    fresh.advance();
  }
}

// With w = -z, b = 1 + w and Q(w) = sum_k (k+1) H_k w^k, in units of u_0:
//   S = b^2 Q,   S' = -b^3 (Q + b Q'/2),   S'' = b^4 (3 Q + 3 b Q' + b^2 Q''/2) / 2.
// The step is Newton's on g(u) = S^(-1/2) = sigma, which is concave, increasing and nearly linear,
//   n = 2 S (1 - sigma sqrt S) / S',
// and, if it is short, with its second order: n - n^2 g''/(2 g'), g''/g' = S''/S' - (3/2) S'/S.
InverseSquares::Step InverseSquares::step(double u, double sigma) const {
  const double v = u * inverse_unit_, w = (1 - v) / (1 + v), w2 = w * w, w4 = w2 * w2, b = 1 + w;
  const double* sums = sums_.data();
  const double c0 = series<0>(sums, w, w2, w4), c1 = b * series<1>(sums, w, w2, w4),
               c2 = b * b * series<2>(sums, w, w2, w4);
  const double s = b * b * c0, s1 = -b * (b * b) * (c0 + c1 / 2),
               s2 = (b * b) * (b * b) * (3 * (c0 + c1) + c2 / 2) / 2;
  const double newton = 2 * s * (1 - sigma * inverse_unit_ * std::sqrt(s)) / s1;
  const double size = std::fabs(newton);
  const double slope = unit_ * (unit_ * unit_) / s1;
  if (!(size <= 0.05 * v)) return {newton * unit_, slope, false};
  const double bend = s2 / s1 - 1.5 * (s1 / s);
  return {newton * (1 - newton * bend / 2) * unit_, slope, size <= 1e-5 * v};
}

void InverseSquares::save(ByteWriter& out) const {
  out.number(origin_);
  out.number(unit_);
  out.numbers(sums_);
}

bool InverseSquares::load(ByteReader& in, std::span<const double> theta) {
  const double origin = in.number(), unit = in.number();
  if (!in.ok() || !(unit >= 1e-100 && unit <= 1e200)) return false;
  if (std::any_of(theta.begin(), theta.end(), [&](double v) { return !(v <= origin); })) return false;
  rebuild(theta, origin, unit);
  for (double& sum : sums_) {
    const double exact = sum;
    sum = in.number();
    if (!(std::fabs(sum - exact) <= 1e-9 * sums_[0])) return false;
  }
  return in.ok();
}

}  // namespace banker
