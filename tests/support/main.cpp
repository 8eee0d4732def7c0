#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "support/effort.hpp"

namespace {

// The tests in FILE.cpp as a filter of GoogleTest: "Suite.First:Suite.Second".
std::string tests_in(const std::string& file) {
  std::string filter;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const auto& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const auto& test = *suite.GetTestInfo(t);
      if (std::filesystem::path(test.file()).stem() != file) continue;
      if (!filter.empty()) filter += ':';
      filter.append(suite.name()).append(".").append(test.name());
    }
  }
  return filter;
}

}  // namespace

#ifdef BANKER_SANITIZED
// Stacks of allocations only so deep: tests allocate from many places, and long stacks took a third of their time.
// ASAN_OPTIONS=malloc_context_size=30 in the environment shows more.
extern "C" const char* __asan_default_options() { return "malloc_context_size=8"; }
#endif

// PROGRAM [FILE] [--gtest_...]: the tests in FILE.cpp, or all. FILE is a file of this folder without its ending, as in snapshot_test.
// Property tests are random but the same every time: RC_PARAMS in the environment overrides the seed.
int main(int argc, char** argv) {
  setenv(
      "RC_PARAMS",
      banker::testing::effort("seed=20230723", "seed=20230723 max_success=25", "seed=20230723 max_success=8"),
      0);
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    const std::string filter = tests_in(argv[1]);
    if (argc > 2 || filter.empty()) {
      std::cerr << "no tests in " << argv[argc - 1] << ".cpp\n";
      return 2;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
