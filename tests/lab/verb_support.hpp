#pragma once

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "agent/json_library.hpp"
#include "apps/printed.hpp"
#include "apps/program.hpp"
#include "lab/lab_support.hpp"

// What the tests of compare and run share: the program, its JSON, its CSV, and a Ctrl-C.
namespace banker::testing {

using Texts = std::vector<std::string>;

inline Texts operator+(Texts a, const Texts& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// A run that must be good: results on standard output, nothing on standard error.
inline std::string printed(const Texts& arguments) {
  const Finished done = run(arguments);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.err, "");
  return done.out;
}
inline Json json_of(const Texts& arguments) {
  return Json::parse(printed(arguments + Texts{"--format", "json"}));
}

// Without the times: those differ from run to run.
inline Json without_times(Json json) {
  if (json.is_object()) json.erase("ns_per_round");
  for (Json& part : json) {
    if (part.is_structured()) part = without_times(part);
  }
  return json;
}

// Refused: status 2, a message with these words, nothing on standard output.
inline void expect_refusal(const Texts& arguments, std::initializer_list<std::string_view> words) {
  std::string line;
  for (const std::string& argument : arguments) line += argument + ' ';
  SCOPED_TRACE(line);
  const Finished done = run(arguments);
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out, "");
  EXPECT_GT(done.err.size(), 10u);
  EXPECT_TRUE(done.err.ends_with('\n'));
  expect_words(done.err, words);
}

// An agent of the results.
inline void expect_agent_shape(const Json& agent) {
  EXPECT_EQ(keys(agent), (Texts{"name", "regret", "certificate", "ns_per_round"}));
  EXPECT_EQ(keys(agent["regret"]), (Texts{"mean", "stderr", "worst"}));
  EXPECT_TRUE(agent["name"].is_string());
  EXPECT_TRUE(agent["regret"]["mean"].is_number());
  EXPECT_GE(agent["regret"]["worst"], agent["regret"]["mean"]);
  EXPECT_GT(agent["ns_per_round"].get<double>(), 0);
}

inline const Texts kColumns{"losses", "delays", "arms",  "rounds",      "agent",        "runs",
                            "regret", "stderr", "worst", "certificate", "ns_per_round", "rank"};

// Starts the program, sends SIGINT when the file has so many lines, and waits for the end.
inline Finished interrupt(Texts arguments, const std::string& file, std::size_t lines,
                          const NewFolder& scratch) {
  const std::string out = scratch / "stdout", err = scratch / "stderr";
  arguments.insert(arguments.begin(), BANKER_PROGRAM);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    dup2(open(out.c_str(), flags, 0600), 1);
    dup2(open(err.c_str(), flags, 0600), 2);
    execv(argv[0], argv.data());
    _exit(127);
  }
  // At most a minute.
  for (int i = 0; i < 30000 && lines_of(read_text(file)).size() < lines; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  kill(child, SIGINT);
  Finished done;
  int status = 0;
  waitpid(child, &status, 0);
  done.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  done.out = read_text(out);
  done.err = read_text(err);
  return done;
}

}  // namespace banker::testing
