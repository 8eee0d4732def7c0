#include "workers.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace banker::lab {

namespace {

using Work = std::function<std::optional<Error>(std::size_t)>;

std::optional<Error> attempt(const Work& work, std::size_t i) try {
  return work(i);
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kBadValue, "not enough memory: try fewer arms, or fewer threads"};
} catch (const std::exception& error) {
  return Error{ErrorCode::kBadValue, error.what()};
}

class Workers {
 public:
  Workers(std::size_t n, const Watch* watch, const Work& work) : n_(n), watch_(watch), work_(work) {}

  std::optional<Error> run(std::size_t wanted, const std::function<void()>& tick) {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() < std::min(wanted, n_)) {
        const std::lock_guard lock(mutex_);  // a thread waits until it is counted
        threads.emplace_back([this] { take_turns(); });
        ++active_;
      }
    } catch (const std::system_error& error) {  // no more of them: go on with those there are
      if (threads.empty())
        return Error{ErrorCode::kBadValue, std::string("cannot start a thread: ") + error.what()};
    }
    std::unique_lock lock(mutex_);
    while (active_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return active_ == 0; });
      lock.unlock();
      if (tick) tick();
      lock.lock();
    }
    return error_;
  }

 private:
  bool stopped() const { return watch_ != nullptr && watch_->stop; }

  void take_turns() {
    std::unique_lock lock(mutex_);
    while (!error_ && !stopped() && next_ < n_) {
      const std::size_t i = next_++;
      lock.unlock();
      auto error = attempt(work_, i);
      lock.lock();
      if (error && !error_) error_ = std::move(error);
    }
    if (--active_ == 0) changed_.notify_one();
  }

  std::size_t n_;
  const Watch* watch_;
  const Work& work_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::size_t next_ = 0, active_ = 0;
  std::optional<Error> error_;
};

}  // namespace

std::optional<Error> work_through(std::size_t n, const RunnerOptions& options, const Work& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return Workers(n, options.watch, work).run(options.threads > 0 ? options.threads : cores, options.tick);
}

}  // namespace banker::lab
