#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/lab/trace.hpp"

namespace banker::lab {

// Who pays for the first decisions, by groups of rounds.
//
// The window begins with groups of one round. When it is full and round t comes, groups are merged pairwise, and it is
// twice as long, if t <= 6 (O_t/t + 1), O_t/t the mean number of outcomes that were missing at the asks up to t, those
// of rounds that were given up too; otherwise it is over. So it is six to twelve delays long, or `groups` rounds.
//
// Listed savings say who pays. In a pool everybody pays in proportion to what is left of it, so the pool is kept by
// origin: the groups, and the reserve, which was borrowed and has never been with a decision. With V in the pool, the
// loan b_t and f = sigma_t/(V + b_t), every origin pays f of what it has, and so does the loan; what is left of the
// loan is reserve.
class FlowRecorder {
 public:
  FlowRecorder(bool pooled, std::size_t groups);

  // The round is asked while the outcomes of so many others are missing.
  void asked(std::uint64_t round, std::uint64_t missing, const Statement& statement);
  // Its scale is a saving now. REQUIRES: called before the ask that can spend it.
  void returned(std::uint64_t round, double scale);
  Flow take() const;

 private:
  bool covers(std::uint64_t round) const { return round <= groups_ * size_; }
  std::size_t group(std::uint64_t round) const { return static_cast<std::size_t>((round - 1) / size_); }
  double& paid(std::size_t from, std::size_t to) { return paid_[from * groups_ + to]; }
  void merge();
  void spend(std::size_t to, const Statement& statement);

  bool pooled_, over_ = false;
  std::size_t groups_;
  std::uint64_t size_ = 1;  // rounds in a group
  std::uint64_t last_ = 0;  // round in the window
  double total_missing_ = 0;
  std::vector<double> scale_, borrowed_, from_reserve_;  // by group
  std::vector<double> paid_;                             // by pair of groups
  std::vector<double> saved_;                            // in the pool, by group
  double reserve_ = 0;                                   // in the pool
};

}  // namespace banker::lab
