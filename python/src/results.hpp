#pragma once

#include <pybind11/pybind11.h>

#include "banker/lab/report.hpp"

// What a study came to, as Python has it.
namespace banker::python {

// Arrays with a row per finished run, by cell, agent and run, whose numbers are in "place"; NaN where there is nothing.
pybind11::dict rows_of(const lab::Report& report);
pybind11::list cells_of(const lab::Report& report);
// A dict per cell and agent.
pybind11::list summary_of(const lab::Report& report);

}  // namespace banker::python
