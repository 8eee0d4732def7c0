#include "banker/core/result.hpp"

#include <cstdio>
#include <cstdlib>

namespace banker {

void die(const Error& error) {
  std::fprintf(stderr, "banker: value() of a failed result: %s\n", error.message.c_str());
  std::abort();
}

}  // namespace banker
