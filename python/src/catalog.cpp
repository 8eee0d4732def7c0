// The catalog, and replays of logs.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "banker/agent/catalog.hpp"
#include "banker/agent/replay.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// Limits and defaults stay JSON texts; banker/catalog.py reads them.
py::list catalog_list() {
  py::list agents;
  for (const CatalogEntry& entry : catalog()) {
    py::list parameters;
    for (const Parameter& p : entry.parameters) {
      py::dict made(py::arg("name") = p.name, py::arg("type") = p.type, py::arg("default") = p.default_value,
                    py::arg("min") = p.min, py::arg("max") = p.max, py::arg("help") = p.help);
      if (!p.choices.empty()) made["choices"] = p.choices;
      parameters.append(made);
    }
    agents.append(py::dict(py::arg("name") = entry.name, py::arg("paper") = entry.paper,
                           py::arg("kind") = entry.kind, py::arg("range") = entry.range,
                           py::arg("parameters") = parameters));
  }
  return agents;
}

}  // namespace

void bind_catalog(py::module_& module) {
  module.def("catalog", catalog_list);
  py::class_<Replay>(module, "Replay")
      .def(py::init<>())
      .def("feed", [](Replay& replay, std::string_view line) { return take(replay.feed(line)); })
      .def("save", [](const Replay& replay) {
        if (replay.agent() == nullptr) throw py::value_error("the log is empty: its first line is a spec");
        return py::bytes(replay.agent()->save());
      });
}

}  // namespace banker::python
