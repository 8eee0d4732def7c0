#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "banker/agent/agent.hpp"
#include "banker/core/result.hpp"

namespace banker {

// Lines longer than this are refused without being read.
inline constexpr std::size_t kMaxLine = std::size_t{16} << 20;

// Re-executes a log: the first line that is not blank is a spec (or a snapshot), every other one an event.
// One JSON line comes back per event. After an error the replay is as it was before the line (an audit
// mismatch excepted: its round was asked).
class Replay {
 public:
  // The answer to a line, both without line end; empty for the spec and for blank lines. A recorded
  // probability that differs by more than 1e-9 is ErrorCode::kAuditMismatch.
  Result<std::string> feed(std::string_view line);

  // Null before the spec.
  const Agent* agent() const { return agent_.get(); }

 private:
  std::unique_ptr<Agent> agent_;
  std::string unnumbered_;  // the spec until the first event, if it names no rule
};

}  // namespace banker
