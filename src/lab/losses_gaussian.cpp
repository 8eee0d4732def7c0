#include "losses.hpp"

namespace banker::lab {

Normals normals(std::uint64_t seed, std::uint64_t round, Stream purpose, std::uint64_t number) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    const auto drawn = polar_normals(uniforms(seed, RoundId{round}, stream(purpose, attempt << 32 | number)));
    if (drawn) return *drawn;
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
