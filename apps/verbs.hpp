#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banker/lab/scaling.hpp"
#include "banker/lab/study.hpp"

namespace banker::apps {

// Whether everything printed so far was written; complains otherwise.
bool flushed();

// Complains about bad input: exit status 2.
int refuse(const std::string& message);

// Where the results of a study go.
struct Output {
  std::string format = "table";           // or "json", "csv", and of run "markdown"
  std::string folder;                     // empty: only standard output
  bool resume = false;                    // go on from what is in the folder
  std::size_t threads = 0;                // 0: one per core
  std::optional<std::string> share_of{};  // regrets are shares of this agent's
};

// What to time; what is empty has a default.
struct BenchRequest {
  std::vector<std::string> workloads, agents;
  std::vector<std::size_t> arms;
  bool quick = false;
};

// Each verb prints its result and returns the exit status.
int agents(const std::string& format);
int replay(const std::string& file);
int compare(const lab::Request& request, const Output& output);
// Runs and seed instead of the file's, if they are given.
int run_file(const std::string& file, std::optional<std::size_t> runs, std::optional<std::uint64_t> seed,
             const Output& output);
int scaling(const lab::ScalingRequest& request, const Output& output);
int bench(const BenchRequest& request, const std::string& format);

}  // namespace banker::apps
