#include "banker/lab/bound.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "../core/text.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/core/elementary.hpp"
#include "observer.hpp"
#include "theorem.hpp"

namespace banker::lab {

namespace {

using MaybeBound = std::optional<Bound>;

// value(K, T, D).
template <class Value>
Bound plain(const Player& player, std::string formula, Value value) {
  return {std::move(formula),
          [=, k = player.k()](const Horizon& h) { return value(k, h.rounds, h.total_outstanding); }};
}

// 1/eta = sqrt(K N / (2 ln K)), N the horizon, gives every t, and not only N,
//   ln K / eta + share eta K t / 2 = sqrt(K N ln K / 2) (1 + share t/N);
// without a horizon 1/eta_t = sqrt(K t / ln K) gives (1 + share) sqrt(K t ln K).
Bound exponential(const Player& player, int share) {
  if (!player.spec.contains("horizon")) {
    return plain(player, concat(1 + share, "√(KT·ln K)"),
                 [=](double k, double t, double) { return (1 + share) * std::sqrt(k * t * log(k)); });
  }
  return plain(player, concat("√(KN·ln K/2)·(1 + ", share == 1 ? "" : concat(share), "T/N)"),
               [=, n = player.spec["horizon"].get<double>()](double k, double t, double) {
                 return std::sqrt(k * n * log(k) / 2) * (1 + share * t / n);
               });
}
MaybeBound exp3(const Player& player) { return exponential(player, 1); }
// sum l_A <= sum l~_y + ln K / eta + sum_t (eta_t/2 + gamma_t) sum_i l~_i, E[l~_i] <= l_i and gamma = eta/2.
MaybeBound exp3_ix(const Player& player) { return exponential(player, 2); }

// With reduced variance a round t >= 16 costs sqrt(K/t)/2 + (26/3) K/t + 43 K/t^2 at most, an earlier one 1.
MaybeBound tsallis_inf(const Player& player) {
  if (player.spec["estimator"] == "importance-weighted")
    return plain(player, "4√(KT)", [](double k, double t, double) { return 4 * std::sqrt(k * t); });
  return plain(player, "2√(KT) + 10K·ln(T + 1) + 16",
               [](double k, double t, double) { return 2 * std::sqrt(k * t) + 10 * k * log1p(t) + 16; });
}

// These three need an x_t that does not depend on which arms are missing: what is missing then has its mean.
MaybeBound delayed_exp3(const Player& player) {
  return plain(player, "3√(ln K·(KT/2 + D))",
               [](double k, double t, double d) { return 3 * std::sqrt(log(k) * (k * t / 2 + d)); });
}
MaybeBound delayed_tsallis(const Player& player) {
  return plain(player, "4√(KT + 2√K·D)",
               [](double k, double t, double d) { return 4 * std::sqrt(k * t + 2 * std::sqrt(k) * d); });
}
MaybeBound zimmert_seldin(const Player& player) {
  if (player.spec["tuning"] != "simple") return std::nullopt;
  return plain(player, "4√(KT) + √(8D·ln K)",
               [](double k, double t, double d) { return 4 * std::sqrt(k * t) + std::sqrt(8 * d * log(k)); });
}

MaybeBound theorem(const Player& player);

// At most m + 1 copies, none of which sees a delay; R(T) is concave for every base. With reduced variance what is
// dropped by arm can speak against its arm.
MaybeBound bold(const Player& player) {
  const Json& base = player.spec["base"];
  if (!player.blind && base.value("estimator", "") == "reduced-variance") return std::nullopt;
  const MaybeBound copy = theorem({base, player.arms, player.rounds, true, true});
  if (!copy) return std::nullopt;
  return Bound{concat("(m + 1)·R(T/(m + 1)), R(T) = ", copy->formula), [at = copy->at](const Horizon& h) {
                 const double copies = h.most_outstanding + 1;
                 return copies * at({.rounds = h.rounds / copies});
               }};
}

enum class Needs : std::uint8_t { kNothing, kBlindDelays, kNoDelay };
struct Entry {
  std::string_view agent;
  Needs needs;
  MaybeBound (*make)(const Player& player);
};
constexpr std::array kTheorems{
    Entry{"banker", Needs::kNothing, banker_theorem},
    Entry{"banker-omd", Needs::kNothing, banker_omd_theorem},
    Entry{"banker-tinf", Needs::kNothing, banker_tinf_theorem},
    Entry{"bold", Needs::kNothing, bold},
    Entry{"delayed-exp3", Needs::kBlindDelays, delayed_exp3},
    Entry{"delayed-tsallis", Needs::kBlindDelays, delayed_tsallis},
    Entry{"zimmert-seldin", Needs::kBlindDelays, zimmert_seldin},
    Entry{"exp3", Needs::kNoDelay, exp3},
    Entry{"exp3-ix", Needs::kNoDelay, exp3_ix},
    Entry{"omd", Needs::kNoDelay, omd_theorem},
    Entry{"tsallis-inf", Needs::kNoDelay, tsallis_inf},
};

bool meets(const Player& player, Needs needs) {
  if (needs == Needs::kNothing) return true;
  return needs == Needs::kBlindDelays ? player.blind : player.at_once;
}

MaybeBound theorem(const Player& player) {
  for (const Entry& entry : kTheorems) {
    if (player.spec["agent"] == entry.agent)
      return meets(player, entry.needs) ? entry.make(player) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Bound> bound(const std::string& spec, const Cell& cell) {
  const auto agent = make_agent(spec, cell.own_scales);
  if (!agent || cell.losses.linear) return std::nullopt;
  const bool blind = !cell.delays.by_arm && !cell.delays.by_loss;
  const MaybeBound found = theorem(
      {*parse_json((*agent)->spec()), cell.arms, static_cast<double>(cell.rounds), cell.delays.none, blind});
  if (!found) return std::nullopt;
  return Bound{found->formula,
               [at = found->at, one = unit(**agent)](const Horizon& h) { return one * (at(h) + h.dropped); }};
}

}  // namespace banker::lab
