#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/program.hpp"
#include "http/wire.hpp"
#include "support/server/folder.hpp"

// The verbs serve and token, run as programs.
namespace banker::testing {

using Texts = std::vector<std::string>;

inline std::string read_file(const std::string& name) {
  std::ifstream file(name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// `banker serve` on a free port, its standard error in a file.
class Serve {
 public:
  Serve(const Folder& folder, Texts more) : err_(folder.file("stderr")) {
    Texts arguments{BANKER_PROGRAM, "serve", "--port", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out_.write_end(), 1);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    EXPECT_EQ(posix_spawn(&child_, BANKER_PROGRAM, &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    out_.close_end(1);
    for (char c = 0; c != '\n' && read(out_.read_end(), &c, 1) == 1;) line_ += c;
    const std::size_t colon = line_.rfind(':');
    if (colon != line_.npos) port_ = static_cast<std::uint16_t>(std::atoi(line_.c_str() + colon + 1));
  }
  ~Serve() {
    if (child_ > 0) signal(SIGKILL), wait();
  }
  const std::string& line() const { return line_; }  // the first
  std::uint16_t port() const { return port_; }
  std::string errors() const { return read_file(err_); }
  std::string rest() const { return out_.read_all(); }
  void signal(int number) const { kill(child_, number); }
  int wait() {
    int status = 0;
    waitpid(std::exchange(child_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  Answered get(const std::string& target, const std::string& header = "") const {
    Wire wire(port_);
    wire.send_get(target, header);
    return wire.read_answer().value_or(Answered{});
  }
  Answered post(const std::string& target, const std::string& body, const std::string& header = "") const {
    Wire wire(port_);
    wire.send("POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" + header +
              "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return wire.read_answer().value_or(Answered{});
  }

 private:
  Pipe out_;
  std::string err_, line_;
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
};

class ServeVerb : public ::testing::Test {
 protected:
  void expect_refusal(const Texts& arguments, int status, std::string_view words) const {
    const Finished done = run(arguments);
    EXPECT_EQ(done.status, status) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(words), std::string::npos) << done.err;
  }
  Folder folder;
  const std::string data = folder.file("bank.db");
};

inline constexpr const char* kAds = R"({"name":"ads","agent":"banker","arms":["red","green"],"seed":3})";

}  // namespace banker::testing
