#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/scale/cost_book.hpp"
#include "banker/scale/log_time.hpp"

namespace banker {

// g_t = min(1/2, gamma sqrt(K / t)): the share of round t that is explored, so that no arm's losses outgrow unseen.
struct Exploration {
  double gamma = 0.5;
  double arms = 2;  // K
  double at(std::uint64_t round) const {
    return std::min(0.5, gamma * std::sqrt(arms / static_cast<double>(round)));
  }
};

// The scale of `banker-scale-free`: signed losses of unknown size, right where Algorithm 4 is not (erratum E1).
//   sigma_t = c sqrt((w0 L_t^2 + Q_t) / (Lambda_t K ln max(t, 3))) / (o^_t + 1),
//   Lambda_t = 1 + 2 (1 + kappa) ln(1 + o^_t), and sigma_t >= N_t / (rho (1 - g_t)) while d_t <= sqrt((1 + D_t) / K),
// with o^ and Q as in cost_adaptive.hpp, but q = 2 sigma max(certified, beta plain) under the log-barrier, open rounds
// carried at the size L_s; d_t, D_t (fraktur) the open rounds and their running sum; L (L-hat) the largest |l| and N
// the largest -l told so far, 0 before. Only gains that the capital of their round cannot bear are truncated, and
// nothing is skipped once L > 0:
//   l'_s = max(l_s, -rho (1 - g_s) sigma_s),   rho = 3/4.
// Losses times a power of two give scales times that, bit by bit.
class ScaleFreeScale : public CostBook {
 public:
  static constexpr double kMostDrift = 0.75;  // rho: r = l' x_A / (p_A sigma) >= -rho

  struct Stamp : CostBook::Stamp {
    double loss_size = 0;  // L-hat_s
    double borne = 0;      // rho (1 - g_s)
  };
  struct Parameters {
    double factor = 1;      // c
    double head_start = 1;  // w0
    double cost_floor = 0;  // beta
    double kappa = 0;
    Exploration exploration{};
  };

  explicit ScaleFreeScale(const Parameters& p)
      : CostBook(2, p.cost_floor, p.kappa),
        factor_(p.factor),
        head_start_(p.head_start),
        exploration_(p.exploration) {}

  static constexpr std::string_view name() { return "scale-free"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  std::optional<double> tell(const Stamp& stamp, double scale, double loss);
  static bool rests() { return true; }
  static LossSpan losses(const Stamp& stamp, double scale) {
    return {truncated(stamp, scale, -stamp.loss_size), stamp.loss_size};
  }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(const Stamp& stamp, ByteWriter& out);
  static Stamp load_stamp(ByteReader& in);
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  // l' = max(l, -rho (1 - g_s) sigma_s).
  static double truncated(const Stamp& stamp, double scale, double loss) {
    return std::max(loss, -stamp.borne * scale);
  }

  double factor_, head_start_;
  Exploration exploration_;
  double loss_size_ = 0;  // L-hat_t
  double gain_size_ = 0;  // N_t
  LogTime log_time_{std::nullopt};
};

static_assert(CostRule<ScaleFreeScale>);

}  // namespace banker
