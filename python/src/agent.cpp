// The class Agent, from which banker.Bandit is derived in Python.
#include "banker/agent/agent.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "agent_docs.hpp"
#include "module.hpp"
#include "py_agent.hpp"
#include "records.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// A property that never changes, or with the rule only.
template <class Read>
auto constant(Read read) {
  return [read](const PyAgent& self) { return read(self.agent()); };
}
// One that is read in turn.
template <class Read>
auto now(Read read) {
  return [read](PyAgent& self) { return self.shortly(read); };
}
py::list state_names() {
  py::list names;
  for (const RoundState state : {RoundState::kOpen, RoundState::kSettled, RoundState::kSkipped,
                                 RoundState::kStale, RoundState::kDropped})
    names.append(py::str(std::string(name(state))));
  return names;
}

}  // namespace

void bind_agent(py::module_& module) {
  py::options options;
  options.disable_function_signatures();
  bind_records(module);
  module.attr("STATES") = state_names();
  const auto none = py::none();
  py::class_<PyAgent>(module, "Agent")
      .def(py::init(&PyAgent::from_snapshot))  // first: bytes would do for a text
      .def(py::init(&PyAgent::from_spec))
      .def("ask", &PyAgent::ask, py::arg("arm") = none, py::kw_only(), py::arg("direction") = none,
           py::arg("sign") = none, docs::kAsk)
      .def("tell", &PyAgent::tell, py::arg("round"), py::arg("loss") = none, py::kw_only(),
           py::arg("reward") = none, docs::kTell)
      .def("drop", &PyAgent::drop, py::arg("round"), docs::kDrop)
      .def("_ask_many", &PyAgent::ask_many, py::arg("n"))
      .def("_tell_many", &PyAgent::tell_many, py::arg("rounds"), py::arg("values"), py::arg("rewards"))
      .def("_drop_many", &PyAgent::drop_many, py::arg("rounds"))
      .def("upgrade", &PyAgent::upgrade, py::arg("rule"), docs::kUpgrade)
      .def("_go_on", &PyAgent::go_on, py::arg("snapshot"))
      .def("action", &PyAgent::action, py::arg("round"), docs::kAction)
      .def(
          "probabilities",
          [](PyAgent& self) {
            return array(self.at_length([](Agent& agent) { return agent.probabilities(); }));
          },
          docs::kProbabilities)
      .def(
          "point",
          [](PyAgent& self) { return array(self.at_length([](Agent& agent) { return agent.point(); })); },
          docs::kPoint)
      .def("certificate", now([](Agent& agent) { return agent.certificate(); }), docs::kCertificate)
      .def("total_invested", now([](Agent& agent) { return agent.total_invested(); }), docs::kTotalInvested)
      .def(
          "statement",
          [](PyAgent& self, py::handle round) {
            const RoundId id = round_of(round);
            return statement_record(take(self.shortly([&](Agent& agent) { return agent.statement(id); })));
          },
          py::arg("round"), docs::kStatement)
      .def("_save",
           [](PyAgent& self) { return py::bytes(self.at_length([](Agent& agent) { return agent.save(); })); })
      .def_property_readonly("outstanding", now([](Agent& agent) { return agent.outstanding(); }),
                             docs::kOutstanding)
      .def_property_readonly("rounds", now([](Agent& agent) { return agent.rounds(); }), docs::kRounds)
      .def_property_readonly("spec", constant([](const Agent& agent) { return agent.spec(); }), docs::kSpec)
      .def_property_readonly("agent", constant([](const Agent& agent) { return agent.identity().name; }),
                             docs::kName)
      .def_property_readonly("rule", constant([](const Agent& agent) { return agent.identity().rule; }),
                             docs::kRule)
      .def_property_readonly("seed", constant([](const Agent& agent) { return agent.identity().seed; }),
                             docs::kSeed)
      .def_property_readonly("arms", constant([](const Agent& agent) { return agent.arms(); }), docs::kArms)
      .def_property_readonly("dimension", constant([](const Agent& agent) { return agent.dimension(); }),
                             docs::kDimension)
      .def_property_readonly("_named",
                             constant([](const Agent& agent) { return !agent.identity().arm_names.empty(); }))
      .def_property_readonly("arm_names", &PyAgent::arm_names, docs::kArmNames);
}

}  // namespace banker::python
