#include <gtest/gtest.h>

#include <cstdlib>

// Property tests are random but the same every time: RC_PARAMS in the environment overrides the seed.
int main(int argc, char** argv) {
  setenv("RC_PARAMS", "seed=20230723", 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
