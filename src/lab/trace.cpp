#include "banker/lab/trace.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arm_trace.hpp"
#include "bank_trace.hpp"
#include "banker/lab/bound.hpp"
#include "observer.hpp"
#include "parts.hpp"

namespace banker::lab {

namespace {

// Every round, or those of T (j/n)^2, j = 1, ..., n: dense at first, as in thin.hpp.
std::vector<std::uint64_t> marks_of(std::uint64_t rounds, std::size_t points) {
  std::vector<std::uint64_t> marks;
  const Parts parts(rounds, points);
  for (std::uint64_t j = 1; j <= parts.count(); ++j) {
    const double share = static_cast<double>(j) / static_cast<double>(parts.count());
    const auto square = static_cast<std::uint64_t>(std::ceil(static_cast<double>(rounds) * share * share));
    const std::uint64_t mark = rounds <= points ? j : std::min(square, rounds);
    if (marks.empty() || mark > marks.back()) marks.push_back(mark);
  }
  return marks;
}

class Recorder final : public Observer {
 public:
  Recorder(const Job& job, const Cell& cell, const TraceOptions& options)
      : options_(options),
        names_(cell.losses.arm_names),
        marks_(marks_of(job.rounds, options.points)),
        stretches_(job.rounds, options.stretches) {}

  void asked(const Moment& moment) override {
    if (moment.round == 1 && options_.detail) start(moment.agent);
    const double before = static_cast<double>(moment.round - 1 - told_);  // fraktur d_t
    total_outstanding_ += before;
    most_outstanding_ = std::max(most_outstanding_, before);
    if (bank_) bank_->asked(moment);
    if (arms_) arms_->asked(moment);
    if (arms_ && moment.round == stretches_.end(trace_.ends.size() + 1)) end_stretch(moment);
    if (next_ < marks_.size() && moment.round == marks_[next_]) {
      ++next_;
      mark(moment);
    }
  }
  void told(const Receipt& receipt) override {
    ++told_;
    if (receipt.state == RoundState::kDropped) ++dropped_;
    if (bank_) bank_->told(receipt.round);
  }

  Trace take(RunResult result) {
    trace_.result = std::move(result);
    if (arms_) trace_.arms = arms_->take();
    if (bank_) trace_.bank = bank_->take();
    return std::move(trace_);
  }

 private:
  void start(const Agent& agent) {
    arms_.emplace(agent, names_, options_.arms);
    if (agent.total_invested()) bank_.emplace(agent, options_.groups);
  }
  void end_stretch(const Moment& moment) {
    trace_.ends.push_back(moment.round);
    arms_->end_stretch();
    if (bank_) bank_->end_stretch(moment.agent);
  }
  // Of a copy: the sums of the run itself stay as they are, to the last bit. A point of a body that is too thin
  // is left out.
  void mark(const Moment& moment) {
    Regret so_far = moment.regret;
    const auto regret = so_far.value();
    if (!regret) return;
    const Agent& agent = moment.agent;
    trace_.round.push_back(moment.round);
    trace_.regret.push_back(*regret);
    trace_.outstanding.push_back(static_cast<double>(agent.outstanding()));
    trace_.total_outstanding.push_back(total_outstanding_);
    trace_.most_outstanding.push_back(most_outstanding_);
    trace_.dropped.push_back(static_cast<double>(dropped_));
    if (!agent.total_invested()) return;
    trace_.certificate.push_back(unit(agent) * *agent.certificate());
    trace_.invested.push_back(*agent.total_invested());
    trace_.scale.push_back(agent.statement(RoundId{moment.round})->scale);
  }

  const TraceOptions& options_;
  std::span<const std::string> names_;
  std::vector<std::uint64_t> marks_;
  std::size_t next_ = 0;  // mark
  Parts stretches_;
  std::uint64_t told_ = 0, dropped_ = 0;  // rounds; the dropped ones count as told
  double total_outstanding_ = 0, most_outstanding_ = 0;
  std::optional<ArmRecorder> arms_;
  std::optional<BankRecorder> bank_;
  Trace trace_;
};

// What the theorem says at every mark.
std::vector<double> bounds_of(const Bound& bound, const Trace& trace) {
  std::vector<double> list;
  for (std::size_t i = 0; i < trace.round.size(); ++i) {
    list.push_back(bound.at({.rounds = static_cast<double>(trace.round[i]),
                             .total_outstanding = trace.total_outstanding[i],
                             .most_outstanding = trace.most_outstanding[i],
                             .dropped = trace.dropped[i]}));
  }
  return list;
}

}  // namespace

Result<std::optional<Trace>> trace(const Job& job, const Cell& cell, const TraceOptions& options) {
  Recorder recorder(job, cell, options);
  auto result = run(job, cell, options.watch, &recorder);
  if (!result) return result.error();
  if (!*result) return std::optional<Trace>();
  Trace trace = recorder.take(**std::move(result));
  if (const auto theorem = bound(job.spec, cell)) trace.bound = bounds_of(*theorem, trace);
  return std::optional(std::move(trace));
}

}  // namespace banker::lab
