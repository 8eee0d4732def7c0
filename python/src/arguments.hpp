#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What users pass and get: numbers, and arrays of them. What is not a number is refused by name; what their own code raises
// on the way, as it is.
namespace banker::python {

using Integers = pybind11::array_t<std::int64_t, pybind11::array::c_style>;
using Numbers = pybind11::array_t<double, pybind11::array::c_style>;

inline Numbers array(const std::vector<double>& values) {
  return Numbers(static_cast<pybind11::ssize_t>(values.size()), values.data());
}
inline pybind11::object maybe(std::optional<double> value) {
  return value ? pybind11::object(pybind11::float_(*value)) : pybind11::none();
}

// repr(), if need be cut.
std::string shown(pybind11::handle value);

// The number, or nothing if it is none; throws what its own code raises. One too large for a double is infinite.
std::optional<double> as_number(pybind11::handle value);
// The integer in the same way; bools are none, and one too large is the largest there is.
std::optional<long long> as_integer(pybind11::handle value);

}  // namespace banker::python
