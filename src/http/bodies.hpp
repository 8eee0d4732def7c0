#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "banker/core/result.hpp"
#include "banker/service/messages.hpp"

// The bodies of requests. Here their form and types are checked: ErrorCode::kBadType; what their values mean is checked by
// the service.
namespace banker::http {

struct AskBody {
  service::Ask ask;
  bool many = false;  // the answer is a list
};
// Empty, {}, {"count":3}, {"decision_id":"x"} or {"decision_ids":["x","y"]}.
Result<AskBody> read_ask(std::string bandit, std::string_view body);

// {"loss":0.5} or {"reward":0.5}.
Result<service::Tell> read_tell(std::string bandit, std::string id, std::string_view body);

// {"outcomes":[{"id":"r1","loss":0.5},{"id":"x","reward":1}]}.
Result<service::Tell> read_tells(std::string bandit, std::string_view body);

// {"name":"ads", ...}: the terms are ours, everything else is the spec of the agent.
Result<service::Create> read_create(std::string_view body);

// {"rule":2}.
Result<service::Upgrade> read_change(std::string bandit, std::string_view body);

// {"older_than":3600}: seconds.
Result<service::ExpireOld> read_expire_old(std::string bandit, std::string_view body);

// Nothing, or {}.
std::optional<Error> read_nothing(std::string_view body);

}  // namespace banker::http
