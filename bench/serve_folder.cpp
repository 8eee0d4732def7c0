#include "serve_folder.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace banker::bench {

Folder::Folder(const std::string& program, const std::string& name)
    : path_((std::filesystem::absolute(program).parent_path() / (name + "_XXXXXX")).string()) {
  if (!mkdtemp(path_.data())) throw std::runtime_error("cannot make " + path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void say(const std::string& text) {
  if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

}  // namespace banker::bench
