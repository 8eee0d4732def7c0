#pragma once

#include <string>

namespace banker::bench {

// A folder beside the program, and so on the disk it was built on. Removed with this.
class Folder {
 public:
  Folder(const std::string& program, const std::string& name);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// What is under way, on one line of standard error, if that is a terminal.
void say(const std::string& text);

}  // namespace banker::bench
