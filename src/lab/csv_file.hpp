#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "banker/core/result.hpp"

namespace banker::lab {

// The bytes of a file, piece by piece; of a gzip file, those that were compressed. A file is gzip by its first
// bytes, not by its name.
class FileReader {
 public:
  static Result<FileReader> open(const std::string& path);
  // The next piece, valid until the next call; empty at the end.
  Result<std::string_view> read();

 private:
  using Handle = std::unique_ptr<void, void (*)(void*)>;
  FileReader(std::string path, Handle handle) : path_(std::move(path)), handle_(std::move(handle)) {}

  std::string path_;
  Handle handle_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 18);
};

}  // namespace banker::lab
