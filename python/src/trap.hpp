#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "banker/lab/simulate.hpp"

// Python code that is called by the engine, on threads that Python does not know, where nothing may be thrown.
namespace banker::python {

// An object with Python objects in it, which any thread may let go of.
template <class T>
std::shared_ptr<T> hold(T value) {
  return {new T(std::move(value)), [](T* held) {
            const pybind11::gil_scoped_acquire lock;
            delete held;
          }};
}

// Makes this thread known to Python until it ends: a first call of Python costs more than all else in a round.
void attach_thread();

// Calls it, with the interpreter lock held. Whatever is thrown is an exception of Python, in `caught`.
template <class Call>
void call_python(Call&& call, std::optional<pybind11::error_already_set>& caught) {
  attach_thread();
  const pybind11::gil_scoped_acquire lock;
  try {
    call();
  } catch (const pybind11::error_already_set& error) {
    caught = error;
  } catch (const pybind11::builtin_exception& error) {
    error.set_error();
    caught.emplace();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    caught.emplace();
  }
}

// The first exception of Python code in a study: it stops the study, and is raised when the workers are gone.
class Trap {
 public:
  // Calls it as above. False if it, or a call before it, has thrown.
  template <class Call>
  bool call(Call&& call) {
    if (sprung_) return false;
    std::optional<pybind11::error_already_set> caught;
    call_python(call, caught);
    if (caught) spring(*std::move(caught));
    return !sprung_;
  }
  // Raises what was caught, as it was, and is empty again. REQUIRES: the interpreter lock is held.
  void raise_caught();

  lab::Watch& watch() { return watch_; }

 private:
  void spring(pybind11::error_already_set error);

  std::mutex mutex_;  // of the exception
  std::optional<pybind11::error_already_set> caught_;
  std::atomic<bool> sprung_{false};
  lab::Watch watch_;
};

}  // namespace banker::python
