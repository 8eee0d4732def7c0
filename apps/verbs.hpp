#pragma once

#include <string>

#include "banker/lab/scaling.hpp"
#include "banker/lab/study.hpp"

namespace banker::apps {

// Whether everything printed so far was written; complains otherwise.
bool flushed();

// Complains about bad input: exit status 2.
int refuse(const std::string& message);

// Where the results of a study go.
struct Output {
  std::string format = "table";  // or "json", "csv"
  std::string folder;            // empty: only standard output
  bool resume = false;           // go on from what is in the folder
  std::size_t threads = 0;       // 0: one per core
};

// Each verb prints its result and returns the exit status.
int agents(const std::string& format);
int replay(const std::string& file);
int compare(const lab::Request& request, const Output& output);
int run_file(const std::string& file, const Output& output);
int scaling(const lab::ScalingRequest& request, const Output& output);

}  // namespace banker::apps
