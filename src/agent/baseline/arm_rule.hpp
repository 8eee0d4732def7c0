#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "banker/agent/agent.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/core/bytes.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// What a baseline that plays arms does; ArmAgent does the rest of the contract.
//
// point() is a function of the state: asking for it changes nothing. Where kGivesUp, the rounds before
// oldest_kept(t) are given up when t is asked: skip() is called for each, they are no longer outstanding, and
// their outcomes will be ignored.
template <class R>
concept ArmRule = requires(const R rule, R state, Backlog backlog, ArmDraw draw, typename R::Stamp stamp,
                           std::span<const double> in, std::span<double> x, double loss, ByteWriter out,
                           ByteReader reader) {
  { rule.name() } -> std::convertible_to<std::string_view>;
  { rule.arms() } -> std::same_as<std::size_t>;
  rule.point(backlog, x);                                                  // x_t
  { state.accept(backlog, draw, in) } -> std::same_as<typename R::Stamp>;  // (t, A_t, x_t): it is played
  { state.tell(draw, stamp, loss) } -> std::same_as<bool>;                 // false: its estimate is 0
  state.drop(draw, stamp);
  { R::kGivesUp } -> std::convertible_to<bool>;
  { rule.oldest_kept(backlog.round) } -> std::same_as<std::uint64_t>;
  state.skip(stamp);
  rule.save(out);
  state.load(reader);
  rule.save_stamp(stamp, out);
  { state.load_stamp(reader) } -> std::same_as<typename R::Stamp>;
  { rule.plausible(backlog.round) } -> std::same_as<bool>;  // of a loaded state, after so many rounds
};

// A rule that draws by itself, without a look at every arm. The numbers are a pure function of the state and of
// (seed, t), and are not used up by an arm that is forced. An error leaves the rule as it was.
template <class R>
concept DrawingRule = ArmRule<R> && requires(R state, const R rule, Backlog backlog, std::uint64_t seed,
                                             Forced forced, ArmDraw draw, std::span<double> x) {
  { state.play(backlog, seed, forced, draw) } -> std::same_as<std::optional<Error>>;
  rule.last_point(x);  // x_t of the last play()
};

// For rules that keep nothing of a round but its arm and its probability, and never give one up.
struct PlainRule {
  struct Stamp {};
  static constexpr bool kGivesUp = false;
  static void drop(const ArmDraw&, Stamp) {}
  static std::uint64_t oldest_kept(std::uint64_t) { return 0; }
  static void skip(Stamp) {}
  static void save_stamp(Stamp, ByteWriter&) {}
  static Stamp load_stamp(ByteReader&) { return {}; }
  static bool plausible(std::uint64_t) { return true; }
};

}  // namespace banker
