// Loss vectors l_t for actions of a body: the loss of an action is <l_t, action>, and |l_t| <= 1/reach keeps it
// within [-1, 1].
#include <algorithm>
#include <cmath>

#include "../core/sums.hpp"
#include "losses.hpp"

namespace banker::lab {

namespace {

// A little shorter than 1/reach: <l_t, action> stays within [-1, 1] when it is rounded.
double longest(const Setting& setting) { return (1 - 0x1p-40) / setting.reach; }

void resize(std::vector<double>& v, double length) {
  const double factor = length / std::sqrt(dot(v, v));
  for (double& value : v) value *= factor;
}

// Standard normals: their direction is uniform on the sphere.
std::vector<double> draw_normals(const Setting& setting, std::uint64_t which) {
  std::vector<double> v(setting.arms);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = normals(setting.seed, which, Stream::kProblem, i).first;
  return v;
}
std::vector<double> draw_direction(const Setting& setting) {
  std::vector<double> v = draw_normals(setting, 0);
  resize(v, 1);
  return v;
}
// A unit vector orthogonal to v; in one dimension there is none, and it is v.
std::vector<double> draw_orthogonal(const Setting& setting, const std::vector<double>& v) {
  if (v.size() == 1) return v;
  std::vector<double> w = draw_normals(setting, 1);
  for (int pass = 0; pass < 2; ++pass) {  // the second takes away what rounding left
    const double share = dot(v, w);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= share * v[i];
    resize(w, 1);
  }
  return w;
}

// l_t = size v.
class LinearFixed final : public Losses {
 public:
  LinearFixed(const Setting& setting, double size) : Losses(draw_direction(setting)) {
    resize(mean_, size * longest(setting));
  }
  bool advance(std::uint64_t t) override { return t == 1; }
};

// l_t = v for a period, then w for a period, and again; v and w are orthogonal.
class LinearSwitching final : public Losses {
 public:
  LinearSwitching(const Setting& setting, std::uint64_t period)
      : Losses(draw_direction(setting)), other_(draw_orthogonal(setting, mean_)), period_(period) {
    resize(mean_, longest(setting));
    resize(other_, longest(setting));
  }
  bool advance(std::uint64_t t) override {
    if (t == 1) next_ = 1 + period_;
    if (t < next_) return t == 1;
    next_ += period_;
    std::swap(mean_, other_);
    return true;
  }

 private:
  std::vector<double> other_;
  std::uint64_t period_, next_ = 1;
};

// l_t = c (v + w_t),  w_{t+1} = memory w_t + sqrt(1 - memory^2) g_t,  g_t and w_1 normal with E|g|^2 = 1/4:
// |w_t| is about 1/2 at all times. c = 1/(2 reach), and v + w_t is cut to the length 2 where it is longer.
class LinearWalk final : public Losses {
 public:
  LinearWalk(const Setting& setting, double memory)
      : Losses(std::vector<double>(setting.arms)),
        seed_(setting.seed),
        v_(draw_direction(setting)),
        w_(draw_normals(setting, 1)),
        size_(0.5 / std::sqrt(static_cast<double>(setting.arms))),
        memory_(memory),
        fresh_(size_ * std::sqrt((1 - memory) * (1 + memory))),
        longest_(longest(setting)) {
    for (double& value : w_) value *= size_;
  }
  bool advance(std::uint64_t t) override {
    if (t > 1) step(t);
    for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] = v_[i] + w_[i];
    const double length = std::max(2.0, std::sqrt(dot(mean_, mean_)));
    for (double& value : mean_) value *= longest_ / length;
    return true;
  }

 private:
  void step(std::uint64_t t) {
    for (std::size_t i = 0; i < w_.size(); i += 2) {
      const Normals g = normals(seed_, t, Stream::kOutcome, i);
      w_[i] = memory_ * w_[i] + fresh_ * g.first;
      if (i + 1 < w_.size()) w_[i + 1] = memory_ * w_[i + 1] + fresh_ * g.second;
    }
  }

  std::uint64_t seed_;
  std::vector<double> v_, w_;
  double size_, memory_, fresh_;  // deviations of a coordinate of w_t, and of what a round adds
  double longest_;
};

Result<LossSource> linear(LossSource source) {
  source.linear = true;
  source.low = -1;
  return source;
}

}  // namespace

LossRecipes linear_losses() {
  return {
      {"linear-fixed",
       {number("size", "1", 1e-6, 1)},
       "for actions of a body: one loss vector, in a direction drawn from the seed; size 1 is the longest",
       [](const Arguments& a) { return linear(source_of<LinearFixed>(a.number("size"))); }},
      {"linear-switching",
       {integer("period", "1000", 1)},
       "for actions of a body: two orthogonal loss vectors in turn, a period each",
       [](const Arguments& a) { return linear(source_of<LinearSwitching>(a.integer("period"))); }},
      {"linear-walk",
       {number("memory", "0.99", 0, 1)},
       "for actions of a body: a loss vector that walks around a fixed one and is drawn back to it",
       [](const Arguments& a) { return linear(source_of<LinearWalk>(a.number("memory"))); }},
  };
}

}  // namespace banker::lab
