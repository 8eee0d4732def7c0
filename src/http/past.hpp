#pragma once

#include <functional>
#include <string>

#include "desk.hpp"

// Answers from the past of a bandit, which the looker reads.
namespace banker::http {

// Asks the service, which knows whose past it is, and then has the looker read and write. Too many of them at once: 429.
using Past = std::function<Result<Response>(store::Reader&, const service::Answer&)>;
void look_back(Desk& desk, service::Request request, Send send, Past past);

// How many decisions one answer may have: of long actions fewer.
std::size_t decisions_at_once(const Identity& who, std::size_t wanted);

// A list of decisions.
void append_records(std::string& out, const Identity& who, const std::vector<store::Record>& records);

}  // namespace banker::http
