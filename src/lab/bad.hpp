#pragma once

#include "../core/text.hpp"
#include "banker/core/result.hpp"

namespace banker::lab {

// What is wrong with what was asked for.
template <class... Parts>
Error bad(const Parts&... parts) {
  return Error{ErrorCode::kBadValue, concat(parts...)};
}

}  // namespace banker::lab
