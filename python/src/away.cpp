#include "away.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "module.hpp"

namespace banker::python {

namespace {

std::atomic<int> threads_away{0};
std::atomic<bool> closing{false};

void shut_down() {
  closing = true;
  const pybind11::gil_scoped_release release;
  while (threads_away > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

Away::Counted::Counted() { ++threads_away; }
Away::Counted::~Counted() { --threads_away; }
Away::Away() = default;
Away::~Away() = default;

bool shutting_down() { return closing; }

void bind_shutdown(pybind11::module_& module) {
  module.def("_shut_down", &shut_down);
  pybind11::module_::import("atexit").attr("register")(module.attr("_shut_down"));
}

}  // namespace banker::python
