#include <cstdio>

#include "../verbs.hpp"

// demo STUDY FOLDER: `banker run STUDY --out FOLDER --resume`, without the rest of the command: it is built in half the time.
int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: demo STUDY FOLDER, as in demo examples/demo.json report\n");
    return 2;
  }
  return banker::apps::run_file(argv[1], {}, {.folder = argv[2], .resume = true});
}
