// The class Agent, from which banker.Bandit is derived in Python.
#include "banker/agent/agent.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "agent_docs.hpp"
#include "banker/agent/catalog.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "parts.hpp"
#include "records.hpp"
#include "turn.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

using Integers = py::array_t<std::int64_t, py::array::c_style>;
using Numbers = py::array_t<double, py::array::c_style>;

Numbers array(const std::vector<double>& values) {
  return Numbers(static_cast<py::ssize_t>(values.size()), values.data());
}

// An agent that threads take turns on. Calls that take long release the interpreter lock.
class PyAgent {
  template <class Work>
  auto in_turn(Work& work) {
    Turns::Turn turn(turns_);
    return work(*agent_);
  }

 public:
  PyAgent(Result<std::unique_ptr<Agent>> agent, bool own_rules)
      : agent_(take(std::move(agent))), own_rules_(own_rules) {
    for (const std::string& name : agent_->identity().arm_names) names_.push_back(py::str(name));
  }

  template <class Work>
  auto shortly(Work work) {
    auto done = in_turn(work);
    if (own_rules_) rethrow_kept();
    return done;
  }
  template <class Work>
  auto at_length(Work work) {
    auto done = [&] {
      py::gil_scoped_release release;
      return in_turn(work);
    }();
    if (own_rules_) rethrow_kept();
    return done;
  }
  const Agent& agent() const { return *agent_; }  // for what never changes

  py::object ask(py::handle arm, std::optional<std::size_t> direction, std::optional<int> sign) {
    const Forced forced{arm.is_none() ? std::nullopt : std::optional(arm_of(arm)), direction, sign};
    std::vector<double> action;
    const Decision decision = take(shortly([&](Agent& agent) {
      auto asked = agent.ask(forced);
      if (asked && agent.dimension() > 0) action = *agent.action(asked->round);
      return asked;
    }));
    return record(decision, action.empty() ? py::object(py::none()) : array(action));
  }
  py::object record(const Decision& decision, const py::object& action) const {
    if (agent_->arms() == 0) return decision_record(decision, py::none(), action);
    return decision_record(
        decision, names_.empty() ? py::object(py::int_(decision.arm)) : names_[decision.arm], action);
  }

  py::object tell(py::handle round, py::handle loss, py::handle reward) {
    if (loss.is_none() == reward.is_none())
      throw py::type_error(
          "tell() takes exactly one of loss and reward: tell(round, loss=0.5) or tell(round, reward=1)");
    const RoundId id = round_of(round);
    const bool is_reward = loss.is_none();
    const double value = number_of(is_reward ? reward : loss, is_reward ? "reward" : "loss");
    return receipt_record(take(shortly(
        [&](Agent& agent) { return is_reward ? agent.tell_reward(id, value) : agent.tell(id, value); })));
  }
  py::object drop(py::handle round) {
    const RoundId id = round_of(round);
    return receipt_record(take(shortly([&](Agent& agent) { return agent.drop(id); })));
  }
  Numbers action(RoundId round) {
    return array(take(shortly([&](Agent& agent) { return agent.action(round); })));
  }

  py::tuple ask_many(std::size_t n);
  py::tuple tell_many(const Integers& rounds, const Numbers& values, bool rewards);

 private:
  std::size_t arm_of(py::handle arm) const {
    if (py::isinstance<py::str>(arm)) return take(agent_->find_arm(arm.cast<std::string>()));
    const Py_ssize_t index =
        PyBool_Check(arm.ptr()) ? -1 : PyNumber_AsSsize_t(arm.ptr(), PyExc_OverflowError);
    if (index >= 0) return static_cast<std::size_t>(index);
    const bool integer = PyErr_Occurred() == nullptr && !PyBool_Check(arm.ptr());
    PyErr_Clear();
    const std::string shown = py::repr(arm).cast<std::string>();
    if (integer) throw py::value_error("there is no arm " + shown + ": arms count from 0");
    throw py::type_error("arm must be the number of an arm or its name, not " + shown);
  }
  static double number_of(py::handle value, const char* what) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number != -1.0 || PyErr_Occurred() == nullptr) return number;
    PyErr_Clear();
    throw py::type_error(std::string(what) + " must be a number, not " + py::repr(value).cast<std::string>());
  }

  Turns turns_;
  std::unique_ptr<Agent> agent_;
  bool own_rules_;                 // written in Python
  std::vector<py::object> names_;  // of the arms, if they have names
};

// One number of every decision.
template <class Number>
py::array_t<Number> column(const std::vector<Decision>& decisions, auto part) {
  py::array_t<Number> values(static_cast<py::ssize_t>(decisions.size()));
  Number* out = values.mutable_data();
  for (const Decision& decision : decisions) *out++ = static_cast<Number>(part(decision));
  return values;
}

// (rounds, arms, probabilities, actions, directions, signs), None where the agent has none.
py::tuple PyAgent::ask_many(std::size_t n) {
  const std::size_t dimension = agent_->dimension();
  std::vector<double> actions;
  const auto asked = take(at_length([&](Agent& agent) {
    auto decisions = agent.ask_many(n);
    if (!decisions || dimension == 0) return decisions;
    actions.reserve(n * dimension);
    for (const Decision& d : *decisions) {
      const std::vector<double> action = *agent.action(d.round);
      actions.insert(actions.end(), action.begin(), action.end());
    }
    return decisions;
  }));
  py::object arms = py::none(), matrix = py::none(), directions = py::none(), signs = py::none();
  if (agent_->arms() > 0) arms = column<std::int64_t>(asked, [](const Decision& d) { return d.arm; });
  if (dimension > 0) {
    matrix = Numbers({asked.size(), dimension}, actions.data());
    directions = column<std::int64_t>(asked, [](const Decision& d) { return d.direction; });
    signs = column<std::int64_t>(asked, [](const Decision& d) { return d.sign; });
  }
  return py::make_tuple(column<std::int64_t>(asked, [](const Decision& d) { return number(d.round); }), arms,
                        column<double>(asked, [](const Decision& d) { return d.probability; }), matrix,
                        directions, signs);
}

// (states as numbers of RoundState, immediate costs, NaN where there is none).
py::tuple PyAgent::tell_many(const Integers& rounds, const Numbers& values, bool rewards) {
  const auto size = static_cast<std::size_t>(rounds.size());
  const std::int64_t* round = rounds.data();
  const double* value = values.data();
  const auto receipts = take(at_length([&](Agent& agent) {
    std::vector<Outcome> outcomes(size);
    for (std::size_t i = 0; i < size; ++i) {
      outcomes[i] = {RoundId{round[i] < 0 ? 0 : static_cast<std::uint64_t>(round[i])}, value[i],
                     rewards ? Outcome::Kind::kReward : Outcome::Kind::kLoss};
    }
    return agent.tell_many(outcomes);
  }));
  py::array_t<std::uint8_t> states(rounds.size());
  Numbers costs(rounds.size());
  for (std::size_t i = 0; i < size; ++i) {
    states.mutable_data()[i] = static_cast<std::uint8_t>(receipts[i].state);
    costs.mutable_data()[i] = receipts[i].immediate_cost.value_or(std::numeric_limits<double>::quiet_NaN());
  }
  return py::make_tuple(states, costs);
}

py::object maybe(std::optional<double> value) { return value ? py::object(py::float_(*value)) : py::none(); }

}  // namespace

void bind_agent(py::module_& module) {
  py::options options;
  options.disable_function_signatures();
  bind_records(module);
  py::list states;
  for (const RoundState state : {RoundState::kOpen, RoundState::kSettled, RoundState::kSkipped,
                                 RoundState::kStale, RoundState::kDropped})
    states.append(py::str(std::string(name(state))));
  module.attr("STATES") = states;

  py::class_<PyAgent>(module, "Agent")
      .def(py::init([](const py::bytes& snapshot, const py::dict& rules) {
             return std::make_unique<PyAgent>(
                 load_agent(std::string_view(snapshot), own_scales(rules, nullptr)), !rules.empty());
           }),
           py::arg("snapshot"), py::arg("rules"))
      .def(py::init([](const std::string& spec, const py::dict& rules) {
             return std::make_unique<PyAgent>(make_agent(spec, own_scales(rules, nullptr)), !rules.empty());
           }),
           py::arg("spec"), py::arg("rules"))
      .def("ask", &PyAgent::ask, py::arg("arm") = py::none(), py::kw_only(),
           py::arg("direction") = py::none(), py::arg("sign") = py::none(), docs::kAsk)
      .def("tell", &PyAgent::tell, py::arg("round"), py::arg("loss") = py::none(), py::kw_only(),
           py::arg("reward") = py::none(), docs::kTell)
      .def("drop", &PyAgent::drop, py::arg("round"), docs::kDrop)
      .def("_ask_many", &PyAgent::ask_many, py::arg("n"))
      .def("_tell_many", &PyAgent::tell_many, py::arg("rounds"), py::arg("values"), py::arg("rewards"))
      .def(
          "action", [](PyAgent& self, py::handle round) { return self.action(round_of(round)); },
          py::arg("round"), docs::kAction)
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
      .def(
          "certificate",
          [](PyAgent& self) { return maybe(self.shortly([](Agent& agent) { return agent.certificate(); })); },
          docs::kCertificate)
      .def(
          "total_invested",
          [](PyAgent& self) {
            return maybe(self.shortly([](Agent& agent) { return agent.total_invested(); }));
          },
          docs::kTotalInvested)
      .def(
          "statement",
          [](PyAgent& self, py::handle round) {
            const RoundId id = round_of(round);
            return statement_record(take(self.shortly([&](Agent& agent) { return agent.statement(id); })));
          },
          py::arg("round"), docs::kStatement)
      .def("_save",
           [](PyAgent& self) { return py::bytes(self.at_length([](Agent& agent) { return agent.save(); })); })
      .def_property_readonly(
          "outstanding",
          [](PyAgent& self) { return self.shortly([](Agent& agent) { return agent.outstanding(); }); },
          docs::kOutstanding)
      .def_property_readonly(
          "rounds", [](PyAgent& self) { return self.shortly([](Agent& agent) { return agent.rounds(); }); },
          docs::kRounds)
      .def_property_readonly(
          "spec", [](const PyAgent& self) { return self.agent().spec(); }, docs::kSpec)
      .def_property_readonly(
          "agent", [](const PyAgent& self) { return self.agent().identity().name; }, docs::kName)
      .def_property_readonly(
          "seed", [](const PyAgent& self) { return self.agent().identity().seed; }, docs::kSeed)
      .def_property_readonly(
          "arms", [](const PyAgent& self) { return self.agent().arms(); }, docs::kArms)
      .def_property_readonly(
          "dimension", [](const PyAgent& self) { return self.agent().dimension(); }, docs::kDimension)
      .def_property_readonly("_named",
                             [](const PyAgent& self) { return !self.agent().identity().arm_names.empty(); })
      .def_property_readonly(
          "arm_names",
          [](const PyAgent& self) {
            py::list names;
            for (std::size_t arm = 0; arm < self.agent().arms(); ++arm)
              names.append(py::str(self.agent().arm_name(arm)));
            return names;
          },
          docs::kArmNames);
}

}  // namespace banker::python
