#pragma once

#include <pybind11/pybind11.h>

// The parts of the module _banker.
namespace banker::python {

void bind_agent(pybind11::module_& module);     // agent.cpp
void bind_catalog(pybind11::module_& module);   // catalog.cpp
void bind_shutdown(pybind11::module_& module);  // away.cpp
void bind_study(pybind11::module_& module);     // study.cpp

}  // namespace banker::python
