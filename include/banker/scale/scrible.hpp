#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/scale/bolo.hpp"

namespace banker {

// SCRiBLe (Abernethy, Hazan, Rakhlin 2008): sigma_t = 1/eta = 4n sqrt(T / (nu ln T)); without a horizon, t
// stands for T.
class ScribleScale : public BlindRule {
 public:
  ScribleScale(std::size_t n, double nu, std::optional<std::uint64_t> horizon);

  static constexpr std::string_view name() { return "scrible"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog, Stamp) {}
  void save(ByteWriter&) const {}
  void load(ByteReader&) {}

 private:
  double factor_;  // 4n / sqrt(nu)
  std::optional<std::uint64_t> horizon_;
  LogTime log_time_;
};

// Delayed SCRiBLe: sigma_t = max{ sqrt((4 n^2 t + 4 D_t) / (nu ln T)), 8n (1 + most) }, D_t (fraktur D) the
// running sum of the open rounds, `most` the most that were ever open.
class DelayedScribleScale : public BlindRule {
 public:
  DelayedScribleScale(std::size_t n, double nu, std::optional<std::uint64_t> horizon)
      : n_(static_cast<double>(n)), nu_(nu), log_time_(horizon) {}

  static constexpr std::string_view name() { return "delayed-scrible"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp) {
    total_outstanding_ += backlog.outstanding;
    most_ = std::max(most_, backlog.outstanding);
  }
  void save(ByteWriter& out) const {
    out.integer(total_outstanding_);
    out.integer(most_);
  }
  void load(ByteReader& in) {
    total_outstanding_ = in.integer();
    most_ = in.integer();
  }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> stamps) const;

 private:
  double n_, nu_;
  LogTime log_time_;
  std::uint64_t total_outstanding_ = 0;  // fraktur D_{t-1}
  std::uint64_t most_ = 0;
};

static_assert(ScaleRule<ScribleScale> && ScaleRule<DelayedScribleScale>);

}  // namespace banker
