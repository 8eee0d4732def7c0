#pragma once

// What banker_agent.hpp, which includes this file, does about rounds that are not heard of, dropped or given up as
// too old, and how it knows the next point without asking.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "banker/agent/banker_agent.hpp"

namespace banker {

// The round comes back as if it had been told with loss 0: with estimate 0 and z_s = x_s, unless it has another.
template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::abandon(RoundId round, OpenRound& open) {
  if constexpr (Imputes<Space>) learn(open, 0);
  else state_.scale.drop(open.stamp);
  deposit(round, open);
}

template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_drop(RoundId round) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr) return std::nullopt;
  if (!open->stale) abandon(round, *open);
  return close(round, RoundState::kDropped, 0);
}

template <Geometry Space, ScaleRule Scale>
std::uint64_t BankerAgent<Space, Scale>::oldest_kept() const {
  if (!skip_stale_.on()) return 0;
  return skip_stale_.oldest_kept(state_.total.rounds + 1, state_.total.outstanding, geometry_.dimension());
}

// Every round that is too old is abandoned. An ask that would fail afterwards is found out before: it changes
// nothing.
template <Geometry Space, ScaleRule Scale>
std::optional<Error> BankerAgent<Space, Scale>::give_up_old(const Forced& forced) {
  const std::uint64_t oldest = oldest_kept();
  if (!state_.open.any_before(oldest)) return std::nullopt;
  if (!Space::kAlwaysFound || forced.arm || forced.direction || forced.sign) {
    const RoundId next{state_.total.rounds + 1};
    if (!preview(x_)) return no_point();
    if (auto error = geometry_.draw(x_, uniforms(identity().seed, next), forced, draw_)) return error;
  }
  state_.open.give_up_before(oldest, [&](RoundId round, OpenRound& open) {
    state_.total.given_up += 1;
    abandon(round, open);
  });
  return std::nullopt;
}

// A round that is given up costs at most its loss, or the range of losses where they are signed; nothing can be
// said where no range is declared.
template <Geometry Space, ScaleRule Scale>
double BankerAgent<Space, Scale>::cost_of_stale() const {
  const LossDomain::Kind kind = identity().domain.kind;
  const double each = kind == LossDomain::Kind::kRange ? 1 : kind == LossDomain::Kind::kSymmetric ? 2 : 0;
  return each * static_cast<double>(state_.total.given_up);
}

// theta_t: the mix of the duals that pay, and of the default action for what is borrowed.
template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::mix(const Bank& bank, double scale, std::span<double> theta,
                                    Withdrawal& quote) const {
  bank.quote(scale, theta, quote);
  if constexpr (Informs<Space>) {
    if (quote.borrowed.value() > 0) geometry_.inform(state_.point, quote.borrowed_share, theta);
  }
}

// x = mirror(theta), and what is explored beside it.
template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::find_point(std::span<double> theta, [[maybe_unused]] RoundId round,
                                           typename Space::Point& x) const {
  if (!geometry_.mirror(theta, state_.point, x)) return false;
  if constexpr (Explores<Space>) geometry_.explore(round, x);
  return true;
}

// x_t of the next ask, found as the ask will find it, on a copy of the bank if rounds are to be given up.
template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::preview(typename Space::Point& x) const {
  Scale rule = state_.scale;
  std::optional<Bank> later;
  Backlog backlog{state_.total.rounds + 1, state_.open.outstanding()};
  std::vector<double> theta(geometry_.dimension());
  state_.open.for_each_before(oldest_kept(), [&](RoundId round, const OpenRound& open) {
    if (!later) later = state_.bank.copy();
    Row dual = later->rows().take();
    std::copy_n(open.dual.get(), theta.size(), dual.get());
    const double scale = open.statement.scale;
    if constexpr (Imputes<Space>) {
      rule.settle(open.stamp, scale, geometry_.price(open.draw, scale, 0));
      geometry_.charge(open.draw, scale, 0, {dual.get(), theta.size()});
    } else {
      rule.drop(open.stamp);
    }
    later->deposit(round, scale, std::move(dual));
    backlog.outstanding -= 1;
  });
  Withdrawal quote;
  mix(later ? *later : state_.bank, rule.propose(backlog).scale, theta, quote);
  return find_point(theta, RoundId{backlog.round}, x);
}

template <Geometry Space, ScaleRule Scale>
typename Space::Point BankerAgent<Space, Scale>::next_point() const {
  typename Space::Point x = state_.point;
  return preview(x) ? x : state_.point;
}

}  // namespace banker
