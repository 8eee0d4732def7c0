#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

namespace banker::apps {

namespace {
std::atomic<lab::Watch*> watched{nullptr};
static_assert(std::atomic<lab::Watch*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// The first Ctrl-C ends the runs, the second the program.
void interrupt(int signal) {
  if (lab::Watch* watch = watched) watch->stop = true;
  std::signal(signal, SIG_DFL);
}

std::string left(double seconds) {
  char text[40];
  if (seconds < 100) std::snprintf(text, sizeof text, "%.0f s", seconds);
  else if (seconds < 6000) std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
  else std::snprintf(text, sizeof text, "%.1f h", seconds / 3600);
  return text;
}
}  // namespace

Progress::Progress(double rounds)
    : total_(rounds), shown_(isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {
  watched = &watch_;
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, interrupt) == SIG_IGN)
      std::signal(signal, SIG_IGN);  // whoever started us wants that
  }
}

Progress::~Progress() {
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  watched = nullptr;
  clear();
}

void Progress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void Progress::tick() {
  if (!shown_ || total_ <= 0) return;
  const double done = static_cast<double>(watch_.rounds);
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double share = std::clamp(done / total_, 0.0, 1.0), rate = done / std::max(spent, 1e-3);
  constexpr int kWidth = 30;
  const int full = static_cast<int>(kWidth * share);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < full ? "█" : "░";
  std::fprintf(stderr, "\r%s %3.0f %%  %.2f million rounds/s  %s left\033[K", bar.c_str(), 100 * share,
               rate / 1e6, done > 0 ? left((total_ - done) / rate).c_str() : "?");
}

}  // namespace banker::apps
