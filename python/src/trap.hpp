#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "away.hpp"
#include "banker/lab/simulate.hpp"

// Python code that is called by the engine, often on threads that Python does not know, where nothing may be thrown.
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

// Calls it, with the interpreter lock held. Whatever it throws comes back, as an exception of Python.
template <class Call>
std::optional<pybind11::error_already_set> call_python(Call&& call) {
  attach_thread();
  const pybind11::gil_scoped_acquire lock;
  try {
    if (shutting_down()) throw std::runtime_error("Python shuts down");
    call();
    return std::nullopt;
  } catch (const pybind11::error_already_set& error) {
    return error;
  } catch (const pybind11::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return pybind11::error_already_set();
}

// Whether this thread is within a call of a trap: what waits for the study then waits for itself.
bool within_a_part();

// The first exception of a rule where nothing can be thrown, until the call of its agent is over. Used in turns.
class KeptError {
 public:
  void keep(pybind11::error_already_set error) {
    if (!error_) error_ = std::move(error);
  }
  bool there() const { return error_.has_value(); }
  void clear() { error_.reset(); }
  void raise() {
    if (!error_) return;
    pybind11::error_already_set error = *std::move(error_);
    error_.reset();
    throw error;
  }

 private:
  std::optional<pybind11::error_already_set> error_;
};

// The first exception of Python code in a study: it stops the study, and is raised when the workers are gone.
class Trap {
 public:
  // Calls it as above. False if it, or a call before it, has thrown.
  template <class Call>
  bool call(Call&& call) {
    if (sprung_) return false;
    const Within within;
    if (auto caught = call_python(call)) spring(*std::move(caught));
    return !sprung_;
  }
  // Raises what was caught, as it was, and is empty again. REQUIRES: the interpreter lock is held.
  void raise_caught();

  lab::Watch& watch() { return watch_; }

 private:
  struct Within {
    Within();
    ~Within();
  };
  void spring(pybind11::error_already_set error);

  std::mutex mutex_;  // of the exception
  std::optional<pybind11::error_already_set> caught_;
  std::atomic<bool> sprung_{false};
  lab::Watch watch_;
};

}  // namespace banker::python
