#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "banker/core/result.hpp"
#include "banker/lab/study.hpp"

namespace banker::lab {

// Finished runs in a file, a line each: {"job":{...},"regret":...}. A study that was stopped continues from it,
// and gives the same results as one that was not.
class RunLog {
 public:
  // The file is made; with `resume` it may be there, and a last line that was cut off is thrown away.
  static Result<RunLog> open(const std::string& path, bool resume);

  std::size_t size() const { return known_.size(); }
  std::optional<RunResult> find(const Job& job) const;
  // Nothing when it is written.
  std::optional<Error> append(const Job& job, const RunResult& result);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::unordered_map<std::string, RunResult> known_;  // by the job, as JSON
};

}  // namespace banker::lab
