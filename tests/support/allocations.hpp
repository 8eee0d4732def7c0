#pragma once

#include <cstddef>

// What `new` and `delete` did on this thread. Only differences mean something. For programs that link counting_allocations.
namespace banker::testing {

std::size_t allocations();  // how often memory was asked for
std::size_t live_bytes();   // how much was not given back

}  // namespace banker::testing
