#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

#include "banker/scale/cost_ledger.hpp"
#include "banker/scale/scale_rule.hpp"
#include "banker/scale/smooth_backlog.hpp"

namespace banker {

// What rules that follow the costs have in common: the smoothed backlog o^, and Q, in which a round weighs o^_s + 1:
//   q_s = unit sigma_s max(certified, beta plain) of its price; while it is open, q^_s of the highest it may have.
class CostBook {
 public:
  struct Stamp {
    double weight = 0;   // o^_s + 1
    double carried = 0;  // (o^_s + 1) q^_s while s is open
  };

  CostBook(double unit, double cost_floor, double kappa)
      : unit_(unit), cost_floor_(cost_floor), kappa_(kappa) {}

  // Lambda = 1 + 2 (1 + kappa) ln(1 + o^).
  double lambda(double smooth) const;

  void accept(Backlog backlog, const Stamp& stamp) { backlog_.accept(backlog, stamp.weight - 1); }
  void carry(Stamp& stamp, double scale, Price worst) {
    stamp.carried = booked(stamp, scale, worst);
    costs_.carry(stamp.carried);
  }
  void settle(const Stamp& stamp, double scale, Price price) {
    costs_.settle(stamp.carried, booked(stamp, scale, price));
  }
  void drop(const Stamp& stamp) { costs_.drop(stamp.carried); }

  void save(ByteWriter& out) const {
    backlog_.save(out);
    costs_.save(out);
  }
  void load(ByteReader& in) {
    backlog_.load(in);
    costs_.load(in);
  }
  // `least` is what Q is never compared without.
  template <std::derived_from<Stamp> S>
  bool plausible(std::uint64_t rounds, std::span<const S> open, double least) const {
    Amount carried;
    for (const Stamp& s : open) {
      if (!(s.weight >= 1 && s.weight <= static_cast<double>(rounds) + 1 && s.carried >= 0)) return false;
      carried += Amount(s.carried);
    }
    return backlog_.plausible(rounds) && costs_.plausible(open.size(), carried, least);
  }

 protected:
  const SmoothBacklog& backlog() const { return backlog_; }
  double costs() const { return costs_.total(); }  // Q_t

 private:
  double booked(const Stamp& stamp, double scale, Price price) const {
    return stamp.weight * (unit_ * scale * std::max(price.certified, cost_floor_ * price.plain));
  }

  double unit_, cost_floor_, kappa_;
  SmoothBacklog backlog_;
  CostLedger costs_;
};

}  // namespace banker
