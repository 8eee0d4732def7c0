#include "module.hpp"

#include <pybind11/pybind11.h>

#include "banker/version.hpp"

PYBIND11_MODULE(_banker, module) {
  module.doc() = "The engine of the package banker, in C++.";
  module.attr("__version__") = BANKER_VERSION;
  banker::python::bind_agent(module);
  banker::python::bind_catalog(module);
  banker::python::bind_study(module);
  banker::python::bind_shutdown(module);
}
