#include "turn.hpp"

#include <pthread.h>

#include <optional>

namespace banker::python {

const std::atomic<unsigned>& forks() {
  static std::atomic<unsigned> count{0};
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] { ++count; });
  return count;
}

void Turns::wait() {
  if (forks_ != forks().load())
    throw std::runtime_error(
        "another thread was using this bandit when the process was forked: load a snapshot in the child");
  std::optional<pybind11::gil_scoped_release> release;
  if (PyGILState_Check() != 0) release.emplace();
  mutex_.lock();
}

}  // namespace banker::python
