#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "banker/lab/trace.hpp"

// One run, and its trace.
namespace banker::testing {

using Rounds = std::vector<std::uint64_t>;

inline lab::Study study_of(const std::string& agent, const std::string& losses, const std::string& delays,
                           std::uint64_t rounds, std::vector<std::size_t> arms = {}) {
  return *lab::plan({.agents = {agent},
                     .losses = {losses},
                     .delays = {delays},
                     .arms = std::move(arms),
                     .rounds = {rounds},
                     .runs = 1,
                     .seed = 3});
}
inline lab::Trace trace_of(const lab::Study& study, const lab::TraceOptions& options = {}) {
  return **lab::trace(lab::job(study, 0), study.cells[0], options);
}

}  // namespace banker::testing
