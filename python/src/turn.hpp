#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace banker::python {

// Threads take turns on an agent. Whoever waits for a turn does not hold the interpreter lock: the one whose turn it is
// may need it, for a rule written in Python.
class Turns {
 public:
  class Turn {
   public:
    explicit Turn(Turns& turns) : turns_(turns) {
      if (turns.owner_.load() == std::this_thread::get_id())
        throw std::runtime_error("a rule cannot use the bandit that is asking it");
      if (!turns.mutex_.try_lock()) {
        if (PyGILState_Check() != 0) {
          pybind11::gil_scoped_release release;
          turns.mutex_.lock();
        } else {
          turns.mutex_.lock();
        }
      }
      turns.owner_ = std::this_thread::get_id();
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
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{};
};

}  // namespace banker::python
