#pragma once

// The snapshots of banker_agent.hpp, which includes this file (docs/snapshot_format.md).
#include <algorithm>
#include <utility>
#include <vector>

#include "banker/agent/banker_agent.hpp"

namespace banker {

template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::save_state(ByteWriter& out) const {
  out.integer(state_.round);
  out.amount(state_.costs);
  state_.scale.save(out);
  state_.bank.save(out);
  geometry_.save_point(state_.point, out);
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, open] : rounds) {
    out.integer(number(round));
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
  State fresh(state_.scale, Bank(state_.bank.spending(), geometry_.dimension()), geometry_.default_action());
  fresh.round = in.integer();
  fresh.costs = in.amount();
  fresh.scale.load(in);
  fresh.bank.load(in);
  geometry_.load_point(in, fresh.point);
  for (std::size_t left = in.count(8); left > 0; --left) {
    if (!load_open_round(in, fresh)) return false;
  }
  Amount open;
  bool known = true;
  std::vector<typename Scale::Stamp> stamps;
  fresh.open.for_each([&](RoundId, const OpenRound& r) {
    open += Amount(r.statement.scale);
    stamps.push_back(r.stamp);
  });
  fresh.bank.for_each_saving([&](RoundId saving, Amount, std::span<const double> dual) {
    known = known && geometry_.admits(dual) && number(saving) <= fresh.round &&
            fresh.open.find(saving) == nullptr &&
            (number(saving) > 0 || fresh.bank.spending() == Spending::kProportional);
  });
  const double missing = (Amount(fresh.bank.open()) - open).value();
  const double tolerance = 1e-12 * fresh.bank.total_invested();
  const bool good = in.ok() && in.at_end() && fresh.round <= kMaxRound && fresh.costs.value() >= 0 && known &&
                    missing <= tolerance && -missing <= tolerance && fresh.bank.invariants_hold() &&
                    fresh.scale.plausible(fresh.round, stamps);
  if (good) state_ = std::move(fresh);
  return good;
}

template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::load_open_round(ByteReader& in, State& state) const {
  const RoundId round{in.integer()};
  if (number(round) == 0 || number(round) > state.round || state.open.find(round) != nullptr) return false;
  OpenRound& open = state.open.insert(round);
  open.statement.scale = in.number();
  open.statement.borrowed = in.number();
  open.statement.from_pool = in.number();
  open.statement.payments.resize(in.count(16));
  for (Payment& p : open.statement.payments) {
    p.round = RoundId{in.integer()};
    p.amount = in.number();
  }
  const auto draw = geometry_.load_draw(in);
  const bool paid = open.statement.borrowed >= 0 && open.statement.borrowed <= open.statement.scale;
  if (!draw || !is_scale(open.statement.scale) || !paid) return false;
  open.draw = *draw;
  open.stamp = Scale::load_stamp(in);
  open.dual = state.bank.rows().take();
  const std::span<double> dual(open.dual.get(), geometry_.dimension());
  in.numbers(dual);
  return in.ok() && geometry_.admits(dual);
}

}  // namespace banker
