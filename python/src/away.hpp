#pragma once

#include <pybind11/pybind11.h>

namespace banker::python {

// Lets go of the interpreter lock while the engine works. Python waits for it before it shuts down: a thread that comes
// back too late is ended where it stands, and C++ cannot be.
class Away {
 public:
  Away();
  ~Away();
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;

 private:
  struct Counted {
    Counted();
    ~Counted();
  } counted_;  // until the lock is held again
  pybind11::gil_scoped_release release_;
};

// Whether Python shuts down: parts written in it are not called any more.
bool shutting_down();

}  // namespace banker::python
