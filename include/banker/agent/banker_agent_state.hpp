#pragma once

// The snapshots of banker_agent.hpp, which includes this file (docs/snapshot_format.md).
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "banker/agent/banker_agent.hpp"

namespace banker {

template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::save_state(ByteWriter& out) const {
  RowWriter rows(out, geometry_.dimension());
  out.integer(state_.total.rounds);
  out.amount(state_.total.costs);
  state_.scale.save(out);
  state_.bank.save(rows);
  geometry_.save_point(state_.point(), out);
  if (skip_stale_.on()) {
    out.integer(state_.total.outstanding);
    out.integer(state_.total.given_up);
  }
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, open] : rounds) {
    out.integer(number(round));
    if (skip_stale_.on()) out.integer(open == nullptr);
    if (open == nullptr) continue;
    out.number(open->scale);
    out.number(open->borrowed);
    geometry_.save_draw(open->draw, out);
    Scale::save_stamp(open->stamp, out);
    rows.row(open->row);
  }
}

template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::load_state(ByteReader& in) {
  State fresh(to_be_loaded(state_.scale), state_.bank.fresh(), skip_stale_.on(), geometry_.default_action());
  RowReader rows(in, fresh.bank.rows());  // every row it holds at the end has another owner
  fresh.total.rounds = in.integer();
  fresh.total.costs = in.amount();
  fresh.scale.load(in);
  fresh.bank.load(rows);
  if (!geometry_.load_point(in, fresh.points[fresh.now])) return false;
  if (skip_stale_.on()) {
    fresh.total.outstanding = in.integer();
    fresh.total.given_up = in.integer();
    const double t = static_cast<double>(fresh.total.rounds);
    if (fresh.total.given_up > fresh.total.rounds ||
        static_cast<double>(fresh.total.outstanding) > 0.5 * t * t)
      return false;
  }
  std::uint64_t last = 0;
  for (std::size_t left = in.count(8); left > 0; --left) {
    if (!load_open_round(rows, fresh, last)) return false;
  }
  if (!in.ok() || !in.at_end() || !consistent(fresh)) return false;
  state_ = std::move(fresh);
  return true;
}

// Whether the parts of a loaded state can belong together.
template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::consistent(const State& state) const {
  Amount open;
  std::vector<typename Scale::Stamp> stamps;
  state.open.for_each([&](RoundId, const OpenRound& r) {
    open += Amount(r.scale);
    stamps.push_back(r.stamp);
  });
  bool known = true;
  const auto settled = [&](RoundId saving, std::span<const double> row) {
    known =
        known && geometry_.admits(row) && number(saving) <= state.total.rounds && !state.open.find(saving);
  };
  state.bank.for_each_saving(
      [&](RoundId saving, Amount, std::span<const double> row) {
        settled(saving, row);
        known = known && (number(saving) > 0 || pooled());
      },
      [&](const Deposit& deposit) {
        settled(deposit.round, dual(deposit.row));
        known = known && number(deposit.round) > 0 && (Sparse<Space> || deposit.fall.fall == 0) &&
                (!Imputes<Space> || !deposit.row.notes().levels.empty());
      });
  const double missing = std::fabs((Amount(state.bank.open()) - open).value());
  return known && state.total.rounds <= kMaxRound && state.total.costs.value() >= 0 &&
         missing <= 1e-12 * state.bank.total_invested() && state.bank.invariants_hold() &&
         state.scale.plausible(state.total.rounds, stamps);
}

template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::load_open_round(RowReader& rows, State& state, std::uint64_t& last) const {
  ByteReader& in = rows.bytes();
  const RoundId round{in.integer()};
  const std::uint64_t stale = skip_stale_.on() ? in.integer() : 0;
  if (number(round) <= last || number(round) > state.total.rounds || stale > 1) return false;
  last = number(round);
  if (stale == 1) {
    state.open.insert_stale(round);
    return in.ok();
  }
  OpenRound& open = state.open.insert(round);
  open.scale = in.number();
  open.borrowed = in.number();
  const bool paid = open.borrowed >= 0 && (open.borrowed <= open.scale || state.bank.reserve());
  const auto draw = geometry_.load_draw(in);
  if (!draw || !paid || !(is_scale(open.scale) || (open.scale == 0 && state.scale.rests()))) return false;
  open.draw = *draw;
  open.stamp = Scale::load_stamp(in);
  open.row = Sparse<Space> && pooled() ? rows.row() : rows.own_row();
  if (!open.row) return false;
  if constexpr (Imputes<Space>) {
    if (open.draw.level >= open.row.notes().levels.size()) return false;
  }
  return in.ok() && geometry_.admits(dual(open.row)) && (pooled() || open.row.notes().levels.empty());
}

}  // namespace banker
