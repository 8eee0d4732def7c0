#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace banker::testing {

// A file with these bytes while the object lives.
class WrittenFile {
 public:
  explicit WrittenFile(std::string_view bytes, const std::string& ending = ".csv") {
    static int count = 0;
    path_ =
        ::testing::TempDir() + "banker-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ending;
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~WrittenFile() { std::filesystem::remove(path_); }
  WrittenFile(const WrittenFile&) = delete;
  WrittenFile& operator=(const WrittenFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace banker::testing
