#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace banker::testing {

// A folder that is gone afterwards.
class Folder {
 public:
  Folder() : path_((std::filesystem::temp_directory_path() / "banker-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw std::runtime_error("no folder for the test");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name = "banker.db") const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace banker::testing
