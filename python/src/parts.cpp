#include "parts.hpp"

#include "arguments.hpp"

namespace banker::python {

namespace py = pybind11;

void refuse(const std::string& part, std::uint64_t round, const std::string& message) {
  throw py::value_error(part + " in round " + std::to_string(round) + ": " + message);
}

double number_of(const py::object& given, const std::string& part, std::uint64_t round, const char* method) {
  if (const auto number = as_number(given)) return *number;
  refuse(part, round, std::string(method) + " gave " + shown(given) + " where a number is expected");
}

py::object copy_of(py::handle part) { return py::module_::import("copy").attr("copy")(part); }

bool overrides(py::handle part, const char* base, const char* method) {
  if (py::hasattr(part, "__dict__") && part.attr("__dict__").contains(method)) return true;
  const py::object own = py::type::of(part).attr(method);
  return !own.is(py::module_::import("banker.parts").attr(base).attr(method));
}

}  // namespace banker::python
