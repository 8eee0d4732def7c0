#include "serve_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <stdexcept>
#include <string_view>

#include "serve_client.hpp"

namespace banker::bench {

namespace {

// In the child: becomes the server. Does not return.
[[noreturn]] void become_server(const std::string& program, const std::string& data, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(output, STDOUT_FILENO);
  const char* const arguments[] = {program.c_str(), "serve", "--data", data.c_str(), "--port", "0",
                                   "--log-level",   "error", nullptr};
  execv(program.c_str(), const_cast<char* const*>(arguments));
  _exit(127);
}

// One line of the output, or what there is of it at its end.
std::string read_line(int output) {
  std::string line;
  for (char c = 0; read(output, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

// Of "... http://127.0.0.1:8080 ..."; 0 if there is none.
std::uint16_t port_in(std::string_view line) {
  std::uint16_t port = 0;
  const std::size_t url = line.find("http://");
  const std::size_t colon = url == std::string_view::npos ? url : line.find(':', url + 7);
  if (colon != std::string_view::npos)
    std::from_chars(line.data() + colon + 1, line.data() + line.size(), port);
  return port;
}

}  // namespace

Program::Program(const std::string& program, const std::string& data) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const double start = now();
  process_ = fork();
  if (process_ == 0) become_server(program, data, ends[1]);
  close(ends[1]);
  output_ = ends[0];
  while (port_ == 0) {
    const std::string line = read_line(output_);
    if (line.empty()) {
      kill();
      throw std::runtime_error(program + " serve does not start");
    }
    port_ = port_in(line);
  }
  ready_seconds_ = now() - start;
}

void Program::kill() { end(SIGKILL); }
void Program::stop() { end(SIGTERM); }

void Program::end(int signal) {
  if (process_ > 0) {
    ::kill(process_, signal);
    waitpid(process_, nullptr, 0);
    close(output_);
  }
  process_ = -1;
}

}  // namespace banker::bench
