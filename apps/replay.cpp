#include "banker/agent/replay.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "verbs.hpp"

namespace banker::apps {

namespace {

// Reads a line of at most kMaxLine bytes, without its end, and never holds more.
enum class Line { kRead, kTooLong, kEnd };
Line read_line(std::FILE* in, std::string& line) {
  line.clear();
  for (int c = getc_unlocked(in); c != EOF; c = getc_unlocked(in)) {
    if (c == '\n') return Line::kRead;
    if (line.size() == kMaxLine) return Line::kTooLong;
    line += static_cast<char>(c);
  }
  return line.empty() ? Line::kEnd : Line::kRead;
}

int fail(std::size_t line, const std::string& message, int status) {
  const bool answered = flushed();
  std::fprintf(stderr, "line %zu: %s\n", line, message.c_str());
  return answered ? status : 1;
}

// Somebody may be waiting for each answer, unless the log is a plain file.
bool is_interactive(std::FILE* in) {
  struct stat info;
  return fstat(fileno(in), &info) != 0 || !S_ISREG(info.st_mode);
}

int replay_from(std::FILE* in, const std::string& file) {
  Replay replay;
  std::string line;
  const bool interactive = is_interactive(in);
  for (std::size_t n = 1;; ++n) {
    const Line read = read_line(in, line);
    if (std::ferror(in)) return fail(n, "cannot read " + file + ": " + std::strerror(errno), 2);
    if (read == Line::kTooLong) return fail(n, "longer than 16 MiB", 2);
    if (read == Line::kEnd) {
      if (replay.agent() == nullptr)
        return fail(n, "the log has no spec: its first line must be an agent", 2);
      break;
    }
    const auto answer = replay.feed(line);
    if (!answer)
      return fail(n, answer.error().message, answer.error().code == ErrorCode::kAuditMismatch ? 1 : 2);
    if (answer->empty()) continue;
    std::fwrite(answer->data(), 1, answer->size(), stdout);
    std::putchar('\n');
    if ((interactive || std::ferror(stdout)) && !flushed()) return 1;
  }
  return flushed() ? 0 : 1;
}

}  // namespace

int replay(const std::string& file) {
  if (file == "-") return replay_from(stdin, "standard input");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!in) {
    std::fprintf(stderr, "cannot open %s: %s\n", file.c_str(), std::strerror(errno));
    return 2;
  }
  return replay_from(in.get(), file);
}

}  // namespace banker::apps
