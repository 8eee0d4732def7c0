#pragma once

#include <chrono>
#include <cstdint>

#include "banker/lab/simulate.hpp"

namespace banker::apps {

// A bar with rate and time left on standard error, if that is a terminal; and Ctrl-C, which stops the runs and
// keeps what is finished. One at a time.
class Progress {
 public:
  explicit Progress(double rounds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  lab::Watch& watch() { return watch_; }
  bool stopped() const { return watch_.stop; }
  // Of rounds that need not be played.
  void skip(double rounds) { total_ -= rounds; }
  void tick();
  void clear();  // the bar

 private:
  lab::Watch watch_;
  double total_;
  bool shown_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace banker::apps
