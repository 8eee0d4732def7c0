#pragma once

#include <string>
#include <string_view>

#include "banker/core/result.hpp"
#include "banker/lab/study.hpp"

namespace banker::lab {

// {"agents":["banker-tinf",{"agent":"bold"}],"losses":["bernoulli:0.1"],"delays":["none","fixed:100"],
//  "arms":[5,20],"rounds":[10000],"runs":16,"seed":1}; all but "agents" may be left out, and a list of one thing
// may be the thing. "parts" is a list of {"losses":...,"delays":...,"arms":...,"rounds":...}; what a part leaves out is
// as in the study.
Result<Request> read_request(std::string_view json);

// The study that write_request() kept, also where 0.1.0 did: an agent without "rule" has its first one.
Result<Request> read_kept_request(std::string_view json);

// A study that both read back, with the rules of its agents. REQUIRES: plan() took it. What is the user's own is there by its name alone:
// plan() needs it again.
std::string write_request(const Request& request);

}  // namespace banker::lab
