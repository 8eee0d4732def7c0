#include <algorithm>
#include <cmath>
#include <string>

#include "../agent/fields.hpp"
#include "../core/text.hpp"
#include "banker/core/elementary.hpp"
#include "theorem.hpp"

namespace banker::lab {

namespace {

double kappa_of(const Player& player) {
  return player.spec.contains("reserve") ? player.spec["reserve"]["kappa"].get<double>() : 0;
}
// At most (64/15)/f sqrt(K D) rounds are given up; each counts as dropped.
Bound with_given_up(const Player& player, const Bound& rest) {
  const Json f = player.spec.value("skip_stale", Json());
  if (!f.is_number()) return rest;
  return {rest.formula + " + (4.3/f)·√(KD)",
          [at = rest.at, lost = 64.0 / 15 / f.get<double>() * std::sqrt(player.k())](const Horizon& h) {
            return at(h) + lost * std::sqrt(h.total_outstanding);
          }};
}

// C_1 B + C_2 sum 1/sigma_t (Corollary 4.3). At a vertex the log-barrier is infinite: the comparator is moved by
// 1/rounds, which costs at most that in every round.
template <class Loans, class Costs>
Bound with_bank(const Player& player, const std::string& formula, Loans loans, Costs costs) {
  AnyRegularizer psi;
  if (player.spec.contains("regularizer")) fields::read("regularizer", player.spec["regularizer"], psi);
  const double moved = psi.name() == LogBarrier::name() ? 1 / player.rounds : 0;
  const double c1 = psi.c1(player.arms, player.rounds), c2 = psi.c2(player.arms);
  return with_given_up(player, {formula + (moved > 0 ? " + 1" : ""), [=](const Horizon& h) {
                                  return c1 * loans(h) + c2 * costs(h) + moved * h.rounds;
                                }});
}
// At the last loan t_1 < ... < t_m are open and t_{m+1} is asked: B = sigma_{t_{m+1}} + (1 + kappa) (sigma_{t_1} + ... +
// sigma_{t_m}) at most, by Lemma 4.5.
Bound constant_scale(const Player& player, double value) {
  const double kappa = kappa_of(player);
  return with_bank(
      player, concat("C₁σ·(1 + ", kappa > 0 ? "(1 + κ)·" : "", "m) + C₂T/σ"),
      [=](const Horizon& h) { return value * (1 + (1 + kappa) * h.most_outstanding); },
      [=](const Horizon& h) { return h.rounds / value; });
}
// t_i is asked when i - 1 or more are open: sigma_{t_1} <= c sqrt T, and for i > 1, as D / ln(D + 1) increases,
// sigma_{t_i} <= c sqrt(D / ln(D + 1)) / (i - 1). sum 1/sigma_t by Lemma B.1.
Bound delay_adaptive(const Player& player, double c) {
  const double kappa = kappa_of(player);
  const auto loans = [=](const Horizon& h) {
    const double d = h.total_outstanding, root = std::sqrt(h.rounds);
    if (d == 0) return c * root;
    const double harmonic = 1 + log(std::max(1.0, h.most_outstanding));
    return c * (1 + kappa) * (root + harmonic * std::sqrt(d / log1p(d)));
  };
  const auto costs = [=](const Horizon& h) {
    const double d = h.total_outstanding;
    return 2 / c * (std::sqrt(h.rounds) + std::sqrt(d * log1p(d)));
  };
  return with_bank(player,
                   concat("C₁c·", kappa > 0 ? "(1 + κ)·" : "",
                          "(√T + (1 + ln m)·√(D/ln(D + 1))) + (2C₂/c)·(√T + √(D·ln(D + 1)))"),
                   loans, costs);
}

}  // namespace

std::optional<Bound> banker_omd_theorem(const Player& player) {
  const Json& scale = player.spec["scale"];
  if (scale["rule"] == "constant") return constant_scale(player, scale["value"].get<double>());
  if (scale["rule"] != "delay-adaptive") return std::nullopt;  // the user's own
  return delay_adaptive(player, scale["factor"].get<double>());
}
std::optional<Bound> banker_tinf_theorem(const Player& player) {
  return delay_adaptive(player, player.spec["scale_factor"].get<double>());
}
// With scales that vary its steps do not telescope (erratum E21).
std::optional<Bound> omd_theorem(const Player& player) {
  return player.spec["scale"]["rule"] == "constant" ? banker_omd_theorem(player) : std::nullopt;
}

// (1) of docs/banker_agent.md with the mean of Q^; without delay kappa drops out and Q^ grows half as fast.
std::optional<Bound> banker_theorem(const Player& player) {
  const auto option = [&](const char* key) { return player.spec[key].get<double>(); };
  const double k = player.k(), c = option("scale_factor"), reserve = kappa_of(player);
  const double c1 = std::sqrt(k / (1 - option("memory"))) + std::sqrt(k) - 2, w0 = option("head_start") * k;
  const double r = 1 + 4 * c * std::sqrt(2 / c1) / (3 * std::sqrt(w0));
  const auto at = [=](const Horizon& h) {
    const bool late = h.total_outstanding > 0;
    const double kappa = late ? reserve : 0, most = h.most_outstanding;
    const double lambda = 1 + 2 * (1 + kappa) * log1p(most);
    const double q = w0 + (late ? 2 : 1) * (std::sqrt(k) + 0.25) * (h.rounds + h.total_outstanding);
    return std::sqrt(2 * c1 * q) * (c * (kappa + std::sqrt(lambda)) + std::sqrt(r * lambda) / c);
  };
  return with_given_up(player, {"√(2C₁)·(c(κ + √Λ) + √(rΛ)/c)·√(w₀ + (2√K + ½)·(T + D))", at});
}

}  // namespace banker::lab
