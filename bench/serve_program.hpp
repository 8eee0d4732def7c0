#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace banker::bench {

// `banker serve` as a child process, on a free port. Killed with this.
class Program {
 public:
  // Returns when it says that it listens.
  Program(const std::string& program, const std::string& data);
  ~Program() { kill(); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::uint16_t port() const { return port_; }
  double ready_seconds() const { return ready_seconds_; }  // from exec until it listened

  void kill();  // at once, without a chance to put anything in order
  void stop();  // as an administrator stops it

 private:
  void end(int signal);

  pid_t process_ = -1;
  int output_ = -1;
  std::uint16_t port_ = 0;
  double ready_seconds_ = 0;
};

}  // namespace banker::bench
