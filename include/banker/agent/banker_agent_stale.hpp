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
  if constexpr (Imputes<Space>) {
    learn(round, open, 0);
  } else {
    state_.scale.drop(open.stamp);
    state_.bank.deposit(round, open.scale, std::move(open.row));
  }
}

template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_drop(RoundId round) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr && !is_stale(round)) return std::nullopt;
  if (open != nullptr) abandon(round, *open);
  return close(round, RoundState::kDropped, 0);
}

template <Geometry Space, ScaleRule Scale>
std::uint64_t BankerAgent<Space, Scale>::oldest_kept() const {
  if (!skip_stale_.on() || state_.open.outstanding() == 0) return 0;
  const auto [too_old, old] =
      skip_stale_.limits(state_.total.rounds + 1, state_.total.outstanding, geometry_.dimension());
  return state_.open.any_before(too_old) ? old : 0;
}

// Every round that is too old is abandoned. An ask that would fail afterwards is found out before: it changes
// nothing.
template <Geometry Space, ScaleRule Scale>
std::optional<Error> BankerAgent<Space, Scale>::give_up_old(const Forced& forced) {
  const std::uint64_t oldest = oldest_kept();
  if (oldest == 0) return std::nullopt;
  if (!Space::kAlwaysFound || FallibleRule<Scale> || forced.arm || forced.direction || forced.sign) {
    const RoundId next{state_.total.rounds + 1};
    typename Space::Point& x = state_.points[1 - state_.now];
    if (auto error = preview(x)) return error;
    if (auto error = geometry_.draw(x, draws<Space>(identity().seed, next), forced, draw_)) return error;
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

// x_t of the next ask, found as the ask will find it, on copies of the rule and the bank if rounds are to be given up;
// or why there is none.
template <Geometry Space, ScaleRule Scale>
std::optional<Error> BankerAgent<Space, Scale>::preview(typename Space::Point& x) const {
  std::optional<Scale> rule;
  std::optional<Bank> later;
  Backlog backlog{state_.total.rounds + 1, state_.open.outstanding()};
  RowStore rows(geometry_.dimension());
  state_.open.for_each_before(oldest_kept(), [&](RoundId round, const OpenRound& open) {
    if (!later) rule = state_.scale, later = state_.bank.copy();
    Fall fall;
    if constexpr (Imputes<Space>) {
      const Charge charge = geometry_.estimate(open.draw, open.scale, 0, open.row.notes());
      rule->settle(open.stamp, open.scale, charge.price);
      fall = charge.fall;
    } else {
      rule->drop(open.stamp);
    }
    Row row = open.row.share();
    if (!pooled()) {
      row = later->rows().take();
      std::copy_n(open.row.get(), geometry_.dimension(), row.get());
    }
    later->deposit({round, open.scale, std::move(row), fall});
    backlog.outstanding -= 1;
  });
  Withdrawal next;
  const double scale = (rule ? *rule : state_.scale).propose(backlog).scale;
  if (!can_propose(scale)) return no_scale(state_.scale.name(), scale);
  quote(later ? *later : state_.bank, scale, rows, next);
  return find_point(next, RoundId{backlog.round}, x) ? std::nullopt : std::optional(no_point());
}

template <Geometry Space, ScaleRule Scale>
typename Space::Point BankerAgent<Space, Scale>::next_point() const {
  typename Space::Point x = state_.point();
  return preview(x) ? state_.point() : x;
}

// What paid for an open round. The pool paid all that was not borrowed.
template <Geometry Space, ScaleRule Scale>
std::optional<Statement> BankerAgent<Space, Scale>::do_statement(RoundId round) const {
  const OpenRound& open = *state_.open.find(round);
  return Statement{open.scale, open.borrowed, pooled() ? open.scale - open.borrowed : 0,
                   open.row.notes().payments};
}

template <Geometry Space, ScaleRule Scale>
template <class Visit>
void BankerAgent<Space, Scale>::for_each_saving(Visit visit) const {
  state_.bank.for_each_saving(visit, [&](const Deposit& deposit) {
    PaddedVector numbers(padded(geometry_.dimension()));
    const std::span<double> z(numbers.data(), geometry_.dimension());
    const auto& [round, scale, row, fall] = deposit;
    if constexpr (Sparse<Space>) {
      const LevelSums* level = row.notes().levels.empty() ? nullptr : &row.notes().levels[fall.level];
      const Merger alone{.row = row,
                         .level = level,
                         .alone = true,
                         .is_last = false,
                         .share = 1,
                         .arm = fall.arm,
                         .fall = fall.fall,
                         .loan = {},
                         .last = {}};
      geometry_.merge(alone, dual(row), z, state_.point());
    } else {
      std::copy_n(row.get(), z.size(), z.begin());
    }
    visit(round, Amount(scale), std::span<const double>(z));
  });
}

}  // namespace banker
