#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arm_buckets.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/random.hpp"
#include "inverse_squares.hpp"

namespace banker {

// mirror(theta / sigma) of the 1/2-Tsallis entropy for a theta that changes in one coordinate at a time, downwards:
//   x_i = (sigma / (u + gap_i))^2,   gap_i = origin - theta_i,   u the root of sum_i x_i = 1.
// Finding u, drawing an arm and changing a coordinate take the same time however many arms there are. Now and then
// all of them are looked at: when u leaves the reach of its InverseSquares, and after as many changes as there are
// arms, for their rounding.
class BucketedTsallis {
 public:
  explicit BucketedTsallis(std::size_t arms);  // theta = 0

  // Everything x depends on but theta.
  struct Root {
    double sigma, u, origin;
    double slope = 0;                     // du / dS, S(u) = sum_i (u + gap_i)^-2
    std::optional<InverseSquares> moved;  // if u is beyond the reach of those that are there
    double probability(double theta) const {
      const double root = sigma / (u + (origin - theta));
      return root < 1 ? root * root : 1;
    }
  };
  // A function of the state: finding it changes nothing.
  Root root(double sigma) const;
  // From now on arms are drawn from it.
  void settle(const Root& root);

  struct Drawn {
    std::size_t arm;
    double probability;
  };
  // A function of the state and of (seed, round). Attempt k, with the random numbers of stream k, proposes an arm by a
  // bound of what the arms of its bucket weigh, and accepts it by what it does weigh; most first ones are accepted.
  Drawn draw(std::uint64_t seed, RoundId round);
  // A hint, before the root is found: the draw of this round comes next. Memory is then waited for meanwhile.
  void foresee(std::uint64_t seed, RoundId round);
  // theta_arm -= amount. REQUIRES: amount >= 0.
  void lower(std::size_t arm, double amount);

  std::size_t arms() const { return theta_.size(); }
  double probability(const Root& root, std::size_t arm) const { return root.probability(theta_[arm]); }
  void point(const Root& root, std::span<double> x) const;
  // x as it was when this object settled last, whatever was lowered since; 0 before.
  void settled_point(std::span<double> x) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);  // false: this is no state, and the object can only be thrown away

 private:
  struct Moved {
    double u;
    InverseSquares squares;
  };
  // What a round is drawn with, and its first proposal, both perhaps before their time. No state: they can be made
  // again.
  struct Numbers {
    std::uint64_t seed = 0;
    RoundId round{0};
    Uniforms drawn{};
  };
  struct First {
    std::uint64_t seed = 0;
    RoundId round{0};
    ArmBuckets::Place place{};
    bool valid = false;  // the buckets are still those it was made with
  };

  Root settled_root() const { return {sigma_, u_, squares_.origin(), slope_, std::nullopt}; }
  Moved move(double u, double old_origin, double sigma, bool rising) const;
  void replace(const InverseSquares& fresh);
  std::size_t bucket(double theta) const { return ArmBuckets::bucket(squares_.ratio(theta)); }
  void weigh(double u);
  void fetch(std::size_t arm) const {
    __builtin_prefetch(&theta_[arm]);
    buckets_.fetch(arm);
  }
  const Uniforms& numbers(std::uint64_t seed, RoundId round);
  void propose_first(std::uint64_t seed, RoundId round);
  void look_ahead(std::uint64_t seed, RoundId next);

  std::vector<double> theta_;
  InverseSquares squares_;
  std::uint64_t changes_ = 0;   // since the sums were computed anew
  double sigma_ = 0, u_;        // of the last settled root
  double sum_ = 1, slope_ = 0;  // S(u_) with what was changed since, and du / dS: they lead to the next root

  ArmBuckets buckets_;
  double weighed_ = 0;  // the u of the weights, at most u_
  std::array<Numbers, 2> numbers_;
  First first_;
  std::vector<std::pair<std::size_t, double>>
      lowered_;  // arms and their theta before, since the last settle()
};

}  // namespace banker
