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
  out.integer(state_.total.rounds);
  out.amount(state_.total.costs);
  state_.scale.save(out);
  state_.bank.save(out);
  geometry_.save_point(state_.point, out);
  if (skip_stale_.on()) {
    out.integer(state_.total.outstanding);
    out.integer(state_.total.given_up);
  }
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, open] : rounds) {
    out.integer(number(round));
    if (skip_stale_.on()) out.integer(open->stale);
    if (open->stale) continue;
    out.number(open->statement.scale);
    out.number(open->statement.borrowed);
    out.number(open->statement.from_pool);
    out.integer(open->statement.payments.size());
    for (const Payment& p : open->statement.payments) {
      out.integer(number(p.round));
      out.number(p.amount);
    }
    geometry_.save_draw(open->draw, out);
    Scale::save_stamp(open->stamp, out);
    out.numbers({open->dual.get(), geometry_.dimension()});
  }
}

template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::load_state(ByteReader& in) {
  State fresh(state_.scale, state_.bank.fresh(), skip_stale_.on(), geometry_.default_action());
  fresh.total.rounds = in.integer();
  fresh.total.costs = in.amount();
  fresh.scale.load(in);
  fresh.bank.load(in);
  if (!geometry_.load_point(in, fresh.point)) return false;
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
    if (!load_open_round(in, fresh, last)) return false;
  }
  Amount open;
  bool known = true;
  std::vector<typename Scale::Stamp> stamps;
  fresh.open.for_each([&](RoundId, const OpenRound& r) {
    if (r.stale) return;
    open += Amount(r.statement.scale);
    stamps.push_back(r.stamp);
  });
  fresh.bank.for_each_saving([&](RoundId saving, Amount, std::span<const double> dual) {
    const OpenRound* waiting = fresh.open.find(saving);
    known = known && geometry_.admits(dual) && number(saving) <= fresh.total.rounds &&
            (!waiting || waiting->stale) &&
            (number(saving) > 0 || fresh.bank.spending() == Spending::kProportional);
  });
  const double missing = std::fabs((Amount(fresh.bank.open()) - open).value());
  const bool good = in.ok() && in.at_end() && fresh.total.rounds <= kMaxRound &&
                    fresh.total.costs.value() >= 0 && known &&
                    missing <= 1e-12 * fresh.bank.total_invested() && fresh.bank.invariants_hold() &&
                    fresh.scale.plausible(fresh.total.rounds, stamps);
  if (good) state_ = std::move(fresh);
  return good;
}

template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::load_open_round(ByteReader& in, State& state, std::uint64_t& last) const {
  const RoundId round{in.integer()};
  const std::uint64_t stale = skip_stale_.on() ? in.integer() : 0;
  if (number(round) <= last || number(round) > state.total.rounds || stale > 1) return false;
  last = number(round);
  OpenRound& open = state.open.insert(round, stale == 1);
  if (open.stale) return in.ok();
  open.statement.scale = in.number();
  open.statement.borrowed = in.number();
  open.statement.from_pool = in.number();
  open.statement.payments.resize(in.count(16));
  for (Payment& p : open.statement.payments) {
    p.round = RoundId{in.integer()};
    p.amount = in.number();
  }
  const auto draw = geometry_.load_draw(in);
  const double scale = open.statement.scale, borrowed = open.statement.borrowed;
  const bool paid = borrowed >= 0 && (borrowed <= scale || state.bank.reserve());
  if (!draw || !paid || !(is_scale(scale) || (scale == 0 && state.scale.rests()))) return false;
  open.draw = *draw;
  open.stamp = Scale::load_stamp(in);
  open.dual = state.bank.rows().take();
  const std::span<double> dual(open.dual.get(), geometry_.dimension());
  in.numbers(dual);
  return in.ok() && geometry_.admits(dual);
}

}  // namespace banker
