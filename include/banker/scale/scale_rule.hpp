#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "banker/core/bytes.hpp"
#include "banker/mirror/certified_cost.hpp"

namespace banker {

// What a rule knows when it fixes sigma_t: t, and fraktur d_t, the open rounds at the start of t.
struct Backlog {
  std::uint64_t round = 1;
  std::uint64_t outstanding = 0;
};

// sigma_t, and what the rule wants back when the outcome of t comes.
template <class Stamp>
struct Proposal {
  double scale;
  Stamp stamp;
};

// An action-scale rule: the subroutine S of Algorithm 2. It keeps sums, never a history: O(1) per call.
//
// propose() does not change the rule; accept() is called when the proposal was played. tell() takes an
// outcome and returns the loss to learn from; nothing means skipped, counted as estimate 0, as is a drop.
// A rule that rests may propose the scale 0, while it knows nothing of the size of losses: such a round is
// played from what is known, and skipped.
template <class S>
concept ScaleRule = requires(const S rule, S state, Backlog backlog, typename S::Stamp stamp, double v,
                             std::span<const typename S::Stamp> stamps, ByteWriter out, ByteReader in) {
  { rule.name() } -> std::convertible_to<std::string_view>;
  { rule.propose(backlog) } -> std::same_as<Proposal<typename S::Stamp>>;
  state.accept(backlog, stamp);
  { state.tell(stamp, v, v) } -> std::same_as<std::optional<double>>;  // (stamp of s, sigma_s, loss)
  state.drop(stamp);
  rule.save(out);
  state.load(in);
  S::save_stamp(stamp, out);
  { S::load_stamp(in) } -> std::same_as<typename S::Stamp>;
  // Whether a loaded rule can be in this state after so many rounds, with these stamps open.
  { rule.plausible(backlog.round, stamps) } -> std::same_as<bool>;
  { rule.rests() } -> std::same_as<bool>;
};

// The losses that an open round is carried for.
struct LossSpan {
  double least;
  double largest;
};

// A rule that adapts to what rounds cost: an open one is carried at the highest price it may have.
template <class S>
concept CostRule = ScaleRule<S> && requires(S state, typename S::Stamp stamp, double scale, Price price) {
  { state.losses(stamp, scale) } -> std::same_as<LossSpan>;
  state.carry(stamp, scale, price);  // after accept()
  state.settle(stamp, scale, price);
};

// A rule whose proposals are checked: it may propose what is no scale.
template <class S>
concept FallibleRule = ScaleRule<S> && requires {
  requires S::kMayFail;
};

// What load() is called on: such a rule is made anew, for its state may be what cannot be copied.
template <ScaleRule S>
S to_be_loaded(const S& rule) {
  if constexpr (FallibleRule<S>) return rule.fresh();
  else return rule;
}

// Whether a rule can propose this scale: what it divides stays finite.
constexpr bool is_scale(double scale) { return scale >= 1e-120 && scale <= 1e150; }

// Whether a loss size (L-hat) is one: at most twice the largest loss, and its square does not underflow.
constexpr bool is_loss_size(double size) { return size >= 1e-140 && size <= 2e140; }

// Rules that rest know no size, 0, until a loss of at least this size: then their scales are scales, and what is
// divided by them stays finite.
inline constexpr double kLeastFirstSize = 1e-100;
constexpr bool is_size_or_none(double size) {
  return size == 0 || (size >= kLeastFirstSize && size <= 2e140);
}
// max(size, candidate), but for that.
constexpr double larger(double size, double candidate) {
  return candidate > size && (size > 0 || candidate >= kLeastFirstSize) ? candidate : size;
}

// For rules that do not look at losses.
struct BlindRule {
  struct Stamp {};
  std::optional<double> tell(Stamp, double, double loss) { return loss; }
  void drop(Stamp) {}
  static void save_stamp(Stamp, ByteWriter&) {}
  static Stamp load_stamp(ByteReader&) { return {}; }
  static bool plausible(std::uint64_t, std::span<const Stamp>) { return true; }
  static bool rests() { return false; }
};

}  // namespace banker
