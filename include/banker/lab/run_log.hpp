#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "banker/core/result.hpp"
#include "banker/lab/study.hpp"

namespace banker::lab {

// Finished runs in a file, a line each: {"job":{...},"regret":...}. A study that was stopped continues from it,
// and gives the same results as one that was not.
class RunLog {
 public:
  // The file is made, and locked; with `resume` it may be there, and a last line that was cut off is thrown away.
  static Result<RunLog> open(const std::string& path, bool resume);

  // The runs of a file that may still be written to: neither locked nor changed.
  static Result<RunLog> read(const std::string& path);

  std::size_t size() const { return known_.size(); }
  // Nothing also where the job does not say all (Job::own).
  std::optional<RunResult> find(const Job& job) const;
  // Nothing when it is written. An error if the job does not say all.
  std::optional<Error> append(const Job& job, const RunResult& result);

 private:
  struct File {
    int number = -1;
    File() = default;
    File(File&& other) noexcept : number(std::exchange(other.number, -1)) {}
    File& operator=(File&& other) noexcept {
      std::swap(number, other.number);
      return *this;
    }
    ~File();
  };
  std::optional<Error> read_known();

  std::string path_;
  File file_;
  std::unordered_map<std::string, RunResult> known_;  // by the job, as JSON
};

}  // namespace banker::lab
