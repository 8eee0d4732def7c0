#include <cmath>

#include "banker/core/elementary.hpp"
#include "losses.hpp"

namespace banker::lab {

// Marsaglia's polar method. (v, w) uniform in the unit disc, s = v^2 + w^2:
//   (v, w) sqrt(-2 ln s / s)  are two independent standard normals.
// |z| <= sqrt(-2 ln s). The uniforms have 52 bits, so s can be as small as 2^-103, and |z| 11.9; an attempt with
// s < 2^-58 (one in 10^17) is not taken, hence |z| <= sqrt(116 ln 2) < 8.97.
Normals normals(std::uint64_t seed, std::uint64_t round, Stream purpose, std::uint64_t number) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const Uniforms u = uniforms(seed, RoundId{round}, stream(purpose, attempt << 32 | number));
    const double v = 2 * u.first - 1, w = 2 * u.second - 1;
    const double s = v * v + w * w;
    if (s >= 1 || s < 0x1p-58) continue;
    const double factor = std::sqrt(-2 * log(s) / s);
    return {v * factor, w * factor};
  }
}

namespace {

// N(m, scale^2), m = 0 but -gap scale for the home arm.
class Gaussian final : public Losses {
 public:
  Gaussian(const Setting& setting, double scale, double gap)
      : Losses(std::vector<double>(setting.arms)), seed_(setting.seed), scale_(scale) {
    mean_[home_arm(setting)] = -gap * scale;
  }
  bool advance(std::uint64_t t) override {
    round_ = t;
    return t == 1;
  }
  double outcome(std::size_t arm) const override {
    return mean_[arm] + scale_ * normals(seed_, round_, Stream::kOutcome, arm).first;
  }

 private:
  std::uint64_t seed_;
  double scale_;
  std::uint64_t round_ = 0;  // t
};

}  // namespace

LossRecipes gaussian_losses() {
  return {{"gaussian",
           {number("scale", "1", 1e-100, 1e100), number("gap", "0.2", 0, 100)},
           "normal with deviation scale: every arm has mean 0 and one -gap scale",
           [](const Arguments& a) -> Result<LossSource> {
             const double scale = a.number("scale"), gap = a.number("gap");
             LossSource source = source_of<Gaussian>(scale, gap);
             source.high = (9 + gap) * scale;
             source.low = -source.high;
             return source;
           }}};
}

}  // namespace banker::lab
