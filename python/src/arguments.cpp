#include "arguments.hpp"

#include <limits>

namespace banker::python {

namespace py = pybind11;

namespace {

// Whether the error of Python that is set is of this kind; it is then forgotten.
bool forget(PyObject* kind) {
  if (PyErr_ExceptionMatches(kind) == 0) return false;
  PyErr_Clear();
  return true;
}

}  // namespace

std::string shown(py::handle value) {
  constexpr std::size_t kMost = 100;
  std::string text = py::repr(value).cast<std::string>();
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a letter
  return text.substr(0, end) + "...";
}

std::optional<double> as_number(py::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number != -1 || PyErr_Occurred() == nullptr) return number;
  if (forget(PyExc_OverflowError)) return std::numeric_limits<double>::infinity();
  if (forget(PyExc_TypeError)) return std::nullopt;
  throw py::error_already_set();
}

std::optional<long long> as_integer(py::handle value) {
  if (PyBool_Check(value.ptr())) return std::nullopt;
  const py::object integer = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!integer) {
    if (forget(PyExc_TypeError)) return std::nullopt;
    throw py::error_already_set();
  }
  using Limits = std::numeric_limits<long long>;
  int beyond = 0;
  const long long number = PyLong_AsLongLongAndOverflow(integer.ptr(), &beyond);
  return beyond == 0 ? number : beyond > 0 ? Limits::max() : Limits::min();
}

}  // namespace banker::python
