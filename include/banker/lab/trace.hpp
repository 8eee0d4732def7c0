#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/simulate.hpp"
#include "banker/lab/study.hpp"

// What happens inside a run.
namespace banker::lab {

// How the first decisions were paid, in groups of equally many consecutive rounds. In every group
//   scale = borrowed + reserve + the sum of what was paid to it,
// all sums of parts of sigma_t: paid by loans of these very rounds, by what had been borrowed before and lay in the
// pool, and by the savings of a group, this one or an earlier one.
struct Flow {
  std::vector<std::uint64_t> ends;  // the last round of every group
  std::vector<double> scale, borrowed, reserve;
  struct Paid {
    std::size_t from, to;  // groups
    double amount;
  };
  std::vector<Paid> paid;  // by from, then by to
};

struct BankTrace {
  bool pooled = false;              // proportional spending
  std::vector<double> open, saved;  // at the end of each stretch: in open rounds, and the rest of B_t
  Flow flow;
};

struct ArmTrace {
  std::string name;
  bool best = false;          // the least sum of m_t; of several arms as one, or a coordinate: never
  std::vector<double> share;  // the mean of x_t in each stretch
};

struct Trace {
  RunResult result;  // of the run itself; but for the time, which the recording takes too

  std::vector<std::uint64_t> round;  // where the next are taken: after this round was asked
  std::vector<double> regret;
  std::vector<double> outstanding;        // open rounds, this one and none that was given up
  std::vector<double> total_outstanding;  // fraktur D_t, as in RunResult
  std::vector<double> most_outstanding;   // the largest of its summands, fraktur d_s
  std::vector<double> dropped;            // rounds whose outcome was dropped so far
  std::vector<double> bound;  // of the theorem, at these rounds and delays; empty if there is none
  std::vector<double> certificate, invested, scale;  // as in RunResult; sigma_t. Empty without a bank

  std::vector<std::uint64_t> ends;  // of the stretches; this and the next are the detail
  std::vector<ArmTrace> arms;       // in order, the rest as one; none if there are more than 4096
  std::optional<BankTrace> bank;
};

struct TraceOptions {
  std::size_t points = 120;    // at most: every round, or the rounds T (j/points)^2
  bool detail = true;          // shares of the arms, and the bank
  std::size_t stretches = 96;  // equal parts, for the shares
  std::size_t arms = 8;        // by name; of a body: coordinates
  std::size_t groups = 48;     // of a flow
  Watch* watch = nullptr;
};

// Plays the job once more: a run is a function of its job. Nothing: it was stopped.
Result<std::optional<Trace>> trace(const Job& job, const Cell& cell, const TraceOptions& options = {});

}  // namespace banker::lab
