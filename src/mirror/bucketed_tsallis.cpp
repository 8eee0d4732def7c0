#include "bucketed_tsallis.hpp"

#include <algorithm>
#include <cmath>

#include "../core/sums.hpp"
#include "banker/core/assert.hpp"

namespace banker {

namespace {
// A new reference lies this much ahead of u, within the reach: the way to the next one is then the longest.
constexpr double kAhead = 1.33;
// Weights are those of a u below the present one by this share, and serve until it is above by twice as much.
constexpr double kMargin = 1.0 / 64;
// The weight of the first bucket. Shares stay below 2^53 with 2^24 arms.
constexpr double kFullWeight = 0x1p28;
// With fewer arms they are all in a near cache.
constexpr std::size_t kFarMemory = 20'000;
}  // namespace

BucketedTsallis::BucketedTsallis(std::size_t arms)
    : theta_(arms), u_(std::sqrt(static_cast<double>(arms))), buckets_(arms) {
  squares_.rebuild(theta_, 0, u_ * kAhead);
  for (std::size_t i = 0; i < arms; ++i) buckets_.add(i, 0);
  weigh(u_ * (1 - kMargin));
}

// Newton's method from where the changes since the last root lead to first order.
BucketedTsallis::Root BucketedTsallis::root(double sigma) const {
  constexpr int kMaxSteps = 200;
  Root root{sigma, u_ + (1 / (sigma * sigma) - sum_) * slope_, squares_.origin(), 0, std::nullopt};
  const InverseSquares* squares = &squares_;
  if (!squares->reaches(root.u)) root.u = u_;
  for (int i = 0; i < kMaxSteps; ++i) {
    const InverseSquares::Step step = squares->step(root.u, sigma);
    root.u += step.size;
    root.slope = step.slope;
    if (!squares->reaches(root.u)) {
      const Moved moved = move(root.u, root.origin, sigma, !(step.size < 0));
      root = {sigma, moved.u, moved.squares.origin(), 0, moved.squares};
      squares = &*root.moved;
    } else if (step.last) {
      return root;
    }
  }
  BANKER_ASSERT(false);
  return root;
}

// Sums about a new reference. The guess u, of the old origin, may be no number.
BucketedTsallis::Moved BucketedTsallis::move(double u, double old_origin, double sigma, bool rising) const {
  const double origin = largest(theta_), guess = u + (old_origin - origin);
  // One arm has gap 0 and no arm less, so sigma <= u <= sigma sqrt K.
  const double most = sigma * std::sqrt(static_cast<double>(arms()));
  Moved moved{guess > sigma ? std::min(guess, most) : sigma, {}};
  moved.squares.rebuild(theta_, origin, rising ? moved.u * kAhead : moved.u / kAhead);
  return moved;
}

void BucketedTsallis::settle(const Root& root) {
  if (root.moved) replace(*root.moved);
  sigma_ = root.sigma;
  u_ = root.u;
  sum_ = 1 / (sigma_ * sigma_);
  slope_ = root.slope;
  lowered_.clear();
  if (root.moved || u_ < weighed_ || u_ > weighed_ * (1 + 2 * kMargin)) weigh(u_ * (1 - kMargin));
}

// Arms without a gap had none before, and stay where they are. If there are few others, they are moved one by one.
void BucketedTsallis::replace(const InverseSquares& fresh) {
  const auto gapless = static_cast<std::size_t>(std::count(theta_.begin(), theta_.end(), squares_.origin()));
  const bool few = arms() - gapless < arms() / 16;
  if (!few) buckets_.remove_all();
  for (std::size_t i = 0; i < arms(); ++i) {
    if (few && theta_[i] == squares_.origin()) continue;
    const std::size_t old = bucket(theta_[i]), now = ArmBuckets::bucket(fresh.ratio(theta_[i]));
    if (few && old == now) continue;
    if (few) buckets_.remove(i, old);
    buckets_.add(i, now);
  }
  squares_ = fresh;
  changes_ = 0;
}

// The weight of a bucket is above that of its arms for all greater u: (u / (u + gap))^2 of its smallest gap.
void BucketedTsallis::weigh(double u) {
  weighed_ = u;
  for (std::size_t b = 0; b < ArmBuckets::kBuckets; ++b) {
    const double root = u / (u + squares_.unit() * (ArmBuckets::least(b) - 1));
    buckets_.weigh(b, static_cast<std::int64_t>(kFullWeight * (root * root)) + 1);
  }
  first_.valid = false;
}

const Uniforms& BucketedTsallis::numbers(std::uint64_t seed, RoundId round) {
  Numbers& known = numbers_[number(round) % numbers_.size()];
  if (known.seed != seed || known.round != round) known = {seed, round, uniforms(seed, round)};
  return known.drawn;
}

void BucketedTsallis::propose_first(std::uint64_t seed, RoundId round) {
  if (first_.valid && first_.seed == seed && first_.round == round) return;
  first_ = {seed, round, buckets_.propose(numbers(seed, round).first), true};
}

void BucketedTsallis::foresee(std::uint64_t seed, RoundId round) {
  propose_first(seed, round);
  fetch(buckets_.arm(first_.place));
}

// An outcome moves a place by one at most: the next arm is most likely this one, and the one after it near its place.
void BucketedTsallis::look_ahead(std::uint64_t seed, RoundId next) {
  foresee(seed, next);
  buckets_.fetch(buckets_.propose(numbers(seed, RoundId{number(next) + 1}).first));
}

BucketedTsallis::Drawn BucketedTsallis::draw(std::uint64_t seed, RoundId round) {
  const Root root = settled_root();
  const double ratio = weighed_ / sigma_, full_weight = kFullWeight * (ratio * ratio);
  propose_first(seed, round);
  Uniforms drawn = numbers(seed, round);
  ArmBuckets::Place place = first_.place;
  if (arms() >= kFarMemory) look_ahead(seed, RoundId{number(round) + 1});
  for (std::uint64_t attempt = 1;; ++attempt) {
    const std::size_t arm = buckets_.arm(place);
    const double x = probability(root, arm);
    if (drawn.second * static_cast<double>(buckets_.weight(place.bucket)) < full_weight * x) return {arm, x};
    drawn = uniforms(seed, round, attempt);
    place = buckets_.propose(drawn.first);
  }
}

void BucketedTsallis::lower(std::size_t arm, double amount) {
  fetch(arm);
  const double from = theta_[arm], to = from - amount;
  lowered_.emplace_back(arm, from);
  theta_[arm] = to;
  const double before = 1 / (u_ + squares_.gap(from)), after = 1 / (u_ + squares_.gap(to));
  sum_ += after * after - before * before;
  if (++changes_ < arms()) {
    squares_.move(from, to);
  } else {
    squares_.rebuild(theta_, squares_.origin(), squares_.unit());
    changes_ = 0;
  }
  const std::size_t old = bucket(from), now = bucket(to);
  if (old == now) return;
  buckets_.remove(arm, old);
  buckets_.add(arm, now);
  first_.valid = false;
}

void BucketedTsallis::point(const Root& root, std::span<double> x) const {
  for (std::size_t i = 0; i < arms(); ++i) x[i] = probability(root, i);
}

void BucketedTsallis::settled_point(std::span<double> x) const {
  const Root root = settled_root();
  point(root, x);
  for (auto change = lowered_.rbegin(); change != lowered_.rend(); ++change)
    x[change->first] = root.probability(change->second);
}

void BucketedTsallis::save(ByteWriter& out) const {
  out.numbers(theta_);
  squares_.save(out);
  out.integer(changes_);
  out.number(u_);
  out.number(sum_);
  out.number(slope_);
  out.number(weighed_);
  for (std::size_t b = 0; b < ArmBuckets::kBuckets; ++b) {
    for (std::size_t j = 0; j < buckets_.size(b); ++j) out.integer(buckets_.arm({b, j}));
  }
}

bool BucketedTsallis::load(ByteReader& in) {
  in.numbers(theta_);
  if (!in.ok() || !squares_.load(in, theta_)) return false;
  changes_ = in.integer();
  sigma_ = 0;
  u_ = in.number();
  sum_ = in.number();
  slope_ = in.number();
  const double weighed = in.number();
  if (changes_ >= arms() || !squares_.reaches(u_)) return false;
  if (!(weighed <= u_ && u_ <= weighed * (1 + 2 * kMargin))) return false;
  buckets_.remove_all();
  for (std::size_t i = 0; i < arms(); ++i) {
    const std::uint64_t arm = in.integer();
    if (!in.ok() || arm >= arms() || buckets_.holds(arm)) return false;
    buckets_.add(arm, bucket(theta_[arm]));
  }
  weigh(weighed);
  lowered_.clear();
  return true;
}

}  // namespace banker
