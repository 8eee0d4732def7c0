#include "banker/service/messages.hpp"

namespace banker::service {

bool is_look(const Request& request) {
  return std::holds_alternative<Look>(request) || std::holds_alternative<Oldest>(request) ||
         std::holds_alternative<Find>(request) || std::holds_alternative<List>(request) ||
         std::holds_alternative<Measure>(request);
}

std::string_view name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"settled", "skipped",  "dropped", "stale",      "expired",
                                         "unknown", "conflict", "invalid", "unavailable"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(const store::OutcomeRow& outcome) {
  if (outcome.cause == store::Cause::kExpiry) return Verdict::kExpired;
  switch (outcome.state) {
    case RoundState::kSettled: return Verdict::kSettled;
    case RoundState::kSkipped: return Verdict::kSkipped;
    case RoundState::kStale: return Verdict::kStale;
    case RoundState::kOpen:
    case RoundState::kDropped: break;
  }
  return Verdict::kDropped;
}

}  // namespace banker::service
