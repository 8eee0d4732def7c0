#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

namespace banker::http {

// Counts the connections, and holds back those that are too many. Thread safe.
class Gate {
 public:
  // So many connections, and bytes that they hold.
  Gate(std::size_t most, std::size_t most_bytes) : most_(most), most_bytes_(most_bytes) {}

  // Whether one more may come in. If not, `room` is called once, by whoever leaves next.
  bool enter(const std::function<void()>& room) {
    const std::lock_guard lock(mutex_);
    if (inside_ < most_) return ++inside_, true;
    room_ = room;
    return false;
  }
  void leave() {
    std::function<void()> room;
    {
      const std::lock_guard lock(mutex_);
      --inside_;
      room.swap(room_);
    }
    left_.notify_all();
    if (!room) return;
    try {
      room();
    } catch (const std::exception&) {  // there is no memory: the next one calls
      const std::lock_guard lock(mutex_);
      room_.swap(room);
    }
  }
  // Of one who entered: leaves when it goes.
  struct Leave {
    void operator()(Gate* gate) const { gate->leave(); }
  };
  using Place = std::unique_ptr<Gate, Leave>;
  // Somebody held the bytes of a body or an answer, and is to hold others now. False: all together would be too many, and
  // what was held is held as before.
  bool hold(std::size_t before, std::size_t now) {
    std::size_t all = bytes_;
    do {
      if (now > before && (all > most_bytes_ || now - before > most_bytes_ - all)) return false;
    } while (now != before && !bytes_.compare_exchange_weak(all, all - before + now));
    return true;
  }
  // Until nobody is inside, or it takes too long.
  void wait(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    left_.wait_until(lock, deadline, [&] { return inside_ == 0; });
  }

 private:
  const std::size_t most_, most_bytes_;
  std::atomic<std::size_t> bytes_ = 0;
  std::mutex mutex_;
  std::condition_variable left_;
  std::size_t inside_ = 0;
  std::function<void()> room_;
};

}  // namespace banker::http
