#pragma once

#include <optional>

#include "banker/core/result.hpp"

namespace banker::store {

using MaybeError = std::optional<Error>;  // none: all is well

}  // namespace banker::store
