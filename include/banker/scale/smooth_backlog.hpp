#pragma once

#include <algorithm>
#include <cstdint>

#include "banker/core/bytes.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// A backlog that does not fall at once when many outcomes come together:
//   o^_t = max(o_t, min(O_t / t, O_t + t - E_{t-1})),   E_t = sum_{s<=t} (o^_s - o_s),
// o_t (fraktur d) the open rounds, O_t (fraktur D) their running sum. o^_t >= o_t, and E keeps
// sum_{s<=t} (o^_s + 1) <= 2 (t + O_t).
class SmoothBacklog {
 public:
  double at(Backlog backlog) const {
    const double t = static_cast<double>(backlog.round), open = static_cast<double>(backlog.outstanding);
    const double total = static_cast<double>(total_outstanding_ + backlog.outstanding);  // O_t
    return std::max(open, std::min(total / t, total + t - excess_));
  }
  // o^_t was played.
  void accept(Backlog backlog, double smooth) {
    total_outstanding_ += backlog.outstanding;
    excess_ += smooth - static_cast<double>(backlog.outstanding);
  }
  std::uint64_t total_outstanding() const { return total_outstanding_; }  // O_{t-1}

  void save(ByteWriter& out) const {
    out.integer(total_outstanding_);
    out.number(excess_);
  }
  void load(ByteReader& in) {
    total_outstanding_ = in.integer();
    excess_ = in.number();
  }
  // At most t - 1 rounds are open at the start of t.
  bool plausible(std::uint64_t rounds) const {
    const double t = static_cast<double>(rounds), most = 0.5 * t * t;
    return static_cast<double>(total_outstanding_) <= most && excess_ >= 0 && excess_ <= most + t;
  }

 private:
  std::uint64_t total_outstanding_ = 0;
  double excess_ = 0;  // E_{t-1}
};

}  // namespace banker
