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

// Says why something failed; the exit status: 2 if what was asked for is wrong, otherwise 1.
int failed(const Error& error);

// A file of at most 16 MiB.
Result<std::string> read_text(const std::string& file);

// Where the results of a study go.
struct Output {
  std::string format = "table";  // or "json", "csv", and of run "markdown"
  std::string folder;            // empty: only standard output
  bool resume = false;           // go on from what is in the folder
  std::size_t threads = 0;       // 0: one per core
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
// What is given here is instead of the file's.
struct Overrides {
  std::optional<std::size_t> runs, points;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> share_of;
};
int run_file(const std::string& file, const Overrides& given, const Output& output);
// The page of a folder that compare or run made; `share_of` instead of the study's.
int report(const std::string& folder, const std::optional<std::string>& share_of, std::size_t threads);
int scaling(const lab::ScalingRequest& request, const Output& output);
int bench(const BenchRequest& request, const std::string& format);

}  // namespace banker::apps
