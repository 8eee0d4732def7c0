#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "banker/core/result.hpp"
#include "banker/lab/study.hpp"

namespace banker::lab {

// Calls work(0), work(1), ..., work(n - 1), each once, in this order by whoever is free, until one of them has an error
// or the watch says stop. Nothing depends on who does what. Returns that error.
std::optional<Error> work_through(std::size_t n, const RunnerOptions& options,
                                  const std::function<std::optional<Error>(std::size_t)>& work);

}  // namespace banker::lab
