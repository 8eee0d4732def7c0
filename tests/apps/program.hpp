#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace banker::testing {

// What a run of the program left behind.
struct Finished {
  int status = -1;  // exit status; minus the signal if it was killed
  std::string out;
  std::string err;
  long peak_bytes = 0;
};

// Writes to the program's standard input; false once the program no longer reads.
using Write = std::function<bool(std::string_view)>;

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_end(int end) {
    if (ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }
  std::string read_all() const {
    std::string text;
    char buffer[65536];
    for (ssize_t n; (n = read(ends_[0], buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(n));
    return text;
  }

 private:
  int ends_[2];
};

// What a program is started with: a pipe that nobody reads any more ends it, as from a shell, whatever this process does about it.
class DefaultPipeSignal {
 public:
  DefaultPipeSignal() {
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  DefaultPipeSignal(const DefaultPipeSignal&) = delete;
  DefaultPipeSignal& operator=(const DefaultPipeSignal&) = delete;
  ~DefaultPipeSignal() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

// Runs build/.../banker with these arguments, and with what `feed` writes as standard input.
inline Finished run_streaming(std::vector<std::string> arguments,
                              const std::function<void(const Write&)>& feed) {
  Pipe in, out, err;
  signal(SIGPIPE, SIG_IGN);  // a program that stops reading is an answer, not an accident
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read_end(), 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end(), 1);
  posix_spawn_file_actions_adddup2(&actions, err.write_end(), 2);
  const DefaultPipeSignal attributes;

  arguments.insert(arguments.begin(), BANKER_PROGRAM);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, BANKER_PROGRAM, &actions, attributes.get(), argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot run " BANKER_PROGRAM);
  in.close_end(0);
  out.close_end(1);
  err.close_end(1);

  Finished run;
  std::thread writer([&] {
    feed([&](std::string_view text) {
      while (!text.empty()) {
        const ssize_t n = write(in.write_end(), text.data(), text.size());
        if (n < 0) return false;
        text.remove_prefix(static_cast<size_t>(n));
      }
      return true;
    });
    in.close_end(1);
  });
  std::thread errors([&] { run.err = err.read_all(); });
  run.out = out.read_all();
  errors.join();
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  writer.join();
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  run.peak_bytes = usage.ru_maxrss * 1024;
  return run;
}

inline Finished run(std::vector<std::string> arguments, std::string_view input = "") {
  return run_streaming(std::move(arguments), [&](const Write& write) { write(input); });
}

}  // namespace banker::testing
