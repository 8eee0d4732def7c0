#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/program.hpp"

namespace banker::testing {

// `banker serve` on a free port, as a process of its own. Killed with this.
class ServerProcess {
 public:
  // Returns when it listens. Its standard error goes into the file `errors`; where there is none, it says only what is wrong.
  explicit ServerProcess(const std::vector<std::string>& more, std::string errors = "")
      : errors_(std::move(errors)) {
    std::vector<std::string> arguments{BANKER_PROGRAM, "serve", "--port", "0"};
    if (errors_.empty()) arguments.insert(arguments.end(), {"--log-level", "error"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    spawn(std::move(arguments));
    read_line();
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess() {
    if (child_ > 0) end(SIGKILL);
  }

  const std::string& line() const { return line_; }  // the first that it printed
  std::uint16_t port() const { return port_; }
  std::string rest() const { return out_.read_all(); }  // what it printed after that, to its end
  // What it said on standard error so far; nothing where that does not go into a file.
  std::string errors() const {
    std::ifstream file(errors_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void signal(int number) const { kill(child_, number); }
  // The exit status; minus the signal if that ended it.
  int wait() {
    int status = 0;
    waitpid(std::exchange(child_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int end(int number) {
    signal(number);
    return wait();
  }

 private:
  void spawn(std::vector<std::string> arguments) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out_.write_end(), 1);
    if (!errors_.empty())
      posix_spawn_file_actions_addopen(&actions, 2, errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const DefaultPipeSignal attributes;
    const int failed = posix_spawn(&child_, BANKER_PROGRAM, &actions, attributes.get(), argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot run " BANKER_PROGRAM);
    out_.close_end(1);
  }
  // "banker serves http://127.0.0.1:PORT from ..."
  void read_line() {
    const std::string before = "http://127.0.0.1:";
    for (char c = 0; c != '\n' && read(out_.read_end(), &c, 1) == 1;) line_ += c;
    const std::size_t found = line_.find(before);
    if (found != std::string::npos && line_.ends_with('\n')) {
      port_ = static_cast<std::uint16_t>(std::stoul(line_.substr(found + before.size())));
      return;
    }
    end(SIGKILL);
    throw std::runtime_error(
        "the server did not start: its first line does not say where it listens: " + line_ + errors());
  }

  Pipe out_;
  std::string errors_, line_;
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
};

}  // namespace banker::testing
