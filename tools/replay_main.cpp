// Plays the log at standard input, for tools/check_arm64.sh: all of `banker replay` that needs nothing but the library.
#include <zlib.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "banker/agent/replay.hpp"

// Of snapshots.
uLong crc32_z(uLong crc, const Bytef* bytes, z_size_t size) {
  crc = ~crc & 0xFFFFFFFF;
  for (; size > 0; --size) {
    crc ^= *bytes++;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc & 0xFFFFFFFF;
}

int main() {
  banker::Replay replay;
  for (std::string line; std::getline(std::cin, line);) {
    const auto answer = replay.feed(line);
    if (!answer) {
      std::fprintf(stderr, "%s\n", answer.error().message.c_str());
      return 1;
    }
    if (!answer->empty()) std::printf("%s\n", answer->c_str());
  }
  return 0;
}
