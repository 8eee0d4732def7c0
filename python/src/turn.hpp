#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace banker::python {

// Grows in the child of every fork.
const std::atomic<unsigned>& forks();

// Threads take turns on an agent. Whoever waits for a turn does not hold the interpreter lock: the one whose turn it is
// may need it, for a rule written in Python. A turn that another thread had when the process was forked never ends.
class Turns {
 public:
  class Turn {
   public:
    explicit Turn(Turns& turns) : turns_(turns) {
      if (turns.owner_.load() == std::this_thread::get_id())
        throw std::runtime_error("a rule cannot use the bandit that is asking it");
      if (!turns.mutex_.try_lock()) turns.wait();
      turns.owner_ = std::this_thread::get_id();
      turns.forks_ = forks().load();
    }
    ~Turn() {
      turns_.owner_ = std::thread::id();
      turns_.mutex_.unlock();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Turns& turns_;
  };

 private:
  void wait();

  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{};
  std::atomic<unsigned> forks_{};  // when the turn began
};

}  // namespace banker::python
