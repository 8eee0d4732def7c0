#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace banker::testing {

// Starts a process that does this and ends: with 1 if an expectation failed.
template <class Work>
pid_t in_child(Work work) {
  const pid_t child = fork();
  if (child != 0) return child;
  work();
  _exit(::testing::Test::HasFailure() ? 1 : 0);
}

inline int status_of(pid_t child, int options = 0) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, options), child);
  return status;
}

}  // namespace banker::testing
