#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace banker::http {

// A thread for what takes long, or waits for the disk: one job after the other. A job that throws is
// dropped. Thread safe.
class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  ~Worker();  // does what was posted, then stops
  void post(std::function<void()> job);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool stop_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace banker::http
