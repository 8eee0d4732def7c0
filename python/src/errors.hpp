#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "banker/core/result.hpp"

namespace banker::python {

// Throws banker.RoundError for a round that is unknown or closed, ValueError otherwise, with the message as it is.
[[noreturn]] void raise(const Error& error);

// The value, or its error raised. REQUIRES: the interpreter lock is held.
template <class T>
T take(Result<T>&& result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

}  // namespace banker::python
