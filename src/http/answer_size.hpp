#pragma once

#include <cstddef>

#include "banker/service/messages.hpp"

// How much memory answers of the service take.
namespace banker::http {

// Bytes, rather too many than too few.
struct AnswerSize {
  std::size_t object = 0;  // the answer as it is
  std::size_t text = 0;    // as JSON
};
AnswerSize size_of(const service::Answer& answer);

// Both together of an answer that is long because of what the request says: many decisions, or many outcomes. Arms with
// long names, actions and details come on top. 0: it may be short.
std::size_t expected_size(const service::Request& request);

}  // namespace banker::http
