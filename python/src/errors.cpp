#include "errors.hpp"

namespace banker::python {

namespace py = pybind11;

void raise(const Error& error) {
  const bool round = error.code == ErrorCode::kUnknownRound || error.code == ErrorCode::kClosedRound;
  const py::object type = round ? py::module_::import("banker.errors").attr("RoundError")
                                : py::reinterpret_borrow<py::object>(PyExc_ValueError);
  PyErr_SetString(type.ptr(), error.message.c_str());
  throw py::error_already_set();
}

}  // namespace banker::python
