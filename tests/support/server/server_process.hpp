#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/program.hpp"

namespace banker::testing {

// `banker serve` as a process of its own.
class ServerProcess {
 public:
  // Returns when it listens.
  explicit ServerProcess(const std::string& data, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{BANKER_PROGRAM, "serve", "--data",      data,
                                       "--port",       "0",     "--log-level", "error"};
    for (std::string& argument : more) arguments.push_back(std::move(argument));
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out_.write_end(), 1);
    const int failed = posix_spawn(&child_, BANKER_PROGRAM, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot run " BANKER_PROGRAM);
    out_.close_end(1);
    port_ = read_port();
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess() {
    if (child_ > 0) end(SIGKILL);
  }

  std::uint16_t port() const { return port_; }

  // Sends the signal and waits. The exit status; minus the signal if that ended it.
  int end(int signal) {
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  // From the line "banker serves http://127.0.0.1:PORT ...".
  std::uint16_t read_port() {
    const std::string before = "http://127.0.0.1:";
    std::string text;
    char c = 0;
    while (text.find(before) == std::string::npos || c != '\n') {
      if (read(out_.read_end(), &c, 1) != 1)
        throw std::runtime_error("the server did not start, and said: " + text);
      text += c;
    }
    return static_cast<std::uint16_t>(std::stoul(text.substr(text.find(before) + before.size())));
  }

  Pipe out_;
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
};

}  // namespace banker::testing
