#pragma once

#include "../../mirror/bucketed_tsallis.hpp"
#include "arm_agent.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/half_tsallis.hpp"
#include "banker/scale/root.hpp"
#include "ftrl_rule.hpp"

namespace banker {

// FtrlRule<HalfTsallis> for many arms: the same x_t, but for rounding, and a round takes the same time however many
// there are.
class BucketedRule : public PlainRule {
 public:
  BucketedRule(std::size_t arms, RootScale scale) : mirror_(arms), scale_(scale) {}

  static std::string_view name() { return "tsallis-half bucketed"; }
  std::size_t arms() const { return mirror_.arms(); }
  void point(Backlog backlog, std::span<double> x) const { mirror_.point(root(backlog), x); }
  std::optional<Error> play(Backlog backlog, std::uint64_t seed, const Forced& forced, ArmDraw& draw) {
    const bool drawn = !forced.arm && !forced.direction && !forced.sign;
    if (drawn) mirror_.foresee(seed, RoundId{backlog.round});
    const BucketedTsallis::Root now = root(backlog);
    if (!drawn) {
      if (auto error = force(now, forced, draw)) return error;
    }
    mirror_.settle(now);
    if (drawn) {
      const BucketedTsallis::Drawn arm = mirror_.draw(seed, RoundId{backlog.round});
      draw = {arm.arm, arm.probability};
    }
    return std::nullopt;
  }
  void last_point(std::span<double> x) const { mirror_.settled_point(x); }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double>) {
    scale_.accept(backlog, {});
    return {};
  }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    mirror_.lower(draw.arm, importance_weighted(loss, draw.probability));
    return true;
  }
  void save(ByteWriter& out) const {
    scale_.save(out);
    mirror_.save(out);
  }
  void load(ByteReader& in) {
    scale_.load(in);
    if (!mirror_.load(in)) in.fail();
  }
  bool plausible(std::uint64_t rounds) const { return scale_.plausible(rounds, {}); }

 private:
  BucketedTsallis::Root root(Backlog backlog) const { return mirror_.root(scale_.propose(backlog).scale); }
  // Of all arms only if this one cannot be forced: the error then says why.
  std::optional<Error> force(const BucketedTsallis::Root& now, const Forced& forced, ArmDraw& draw) const {
    if (forced.arm && *forced.arm < arms() && !forced.direction && !forced.sign) {
      draw = {*forced.arm, mirror_.probability(now, *forced.arm)};
      if (draw.probability >= kLeastPlayed) return std::nullopt;
    }
    std::vector<double> x(arms());
    mirror_.point(now, x);
    return draw_or_force(x, 0, forced, draw);
  }

  BucketedTsallis mirror_;
  RootScale scale_;
};

// From this many arms on, BucketedRule is the faster one.
inline constexpr std::size_t kManyArms = 64;

template <class Options>
Result<std::unique_ptr<Agent>> make_tsallis_leader(const Options& options, RootScale scale) {
  const std::size_t arms = options.arms.count;
  if (arms >= kManyArms) return make_arm_agent(options, BucketedRule(arms, scale));
  return make_arm_agent(options, FtrlRule<HalfTsallis>(arms, scale));
}

}  // namespace banker
