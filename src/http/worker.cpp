#include "worker.hpp"

#include <exception>

namespace banker::http {

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

// Notifies under the lock: what the job does may let somebody end this worker, as soon as the job can be seen.
void Worker::post(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  changed_.notify_one();
}

void Worker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stop_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    try {
      job();
    } catch (const std::exception&) {  // there is no memory; who waits for it learns that the job is gone
    }
    job = nullptr;
    lock.lock();
  }
}

}  // namespace banker::http
