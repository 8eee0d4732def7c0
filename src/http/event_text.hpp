#pragma once

#include <cstdint>
#include <string>

#include "banker/service/messages.hpp"

namespace banker::http {

// "event: ask\ndata: {...}\n\n": what happened, as a server-sent event.
std::string event_text(const service::Happened& happened);

// The event that tells of others that could not be kept.
std::string missed_text(std::uint64_t count);

}  // namespace banker::http
