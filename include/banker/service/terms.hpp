#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/core/result.hpp"

namespace banker::service {

// An outcome that arrives after its decision has expired.
enum class Late : std::uint8_t {
  kIgnore,  ///< is answered "expired", and not counted
  kAccept,  ///< counts like any other: the round expires in the books of the service only
  kRefuse,  ///< is refused as a conflict
};

// What a loss or a reward is at expiry.
struct Default {
  double value = 0;
  Outcome::Kind kind = Outcome::Kind::kLoss;
};

// The terms a bandit is kept on, beside the spec of its agent.
struct Terms {
  std::optional<double> expire_after;  // seconds; none: decisions stay open for ever
  std::optional<Default> on_expiry;    // told to the agent; none: the round is dropped
  Late late = Late::kIgnore;
  std::size_t max_open = 1'000'000;  // more open decisions than this are refused

  std::optional<Error> validate() const;
};

// Terms as JSON: {"expire_after":3600,"on_expiry":"drop","late":"ignore","max_open":1000000}, where on_expiry may be
// {"loss":1} or {"reward":0}. What is absent is as usual.
std::string write_terms(const Terms& terms);
// What they are, as the catalog describes the parameters of agents.
const std::vector<Parameter>& term_parameters();
Result<Terms> read_terms(std::string_view json);

}  // namespace banker::service
