#pragma once

#include <pybind11/pybind11.h>

#include "banker/agent/agent.hpp"

// What an agent answers, as tuples with names: Decision(round, arm, probability), and what else it has by name.
namespace banker::python {

// Adds the types Decision, Receipt and Statement.
void bind_records(pybind11::module_& module);

// `arm` is its number or its name, None on a body; `action` an array, or None for an agent that plays arms.
pybind11::object decision_record(const Decision& decision, const pybind11::object& arm,
                                 const pybind11::object& action);
pybind11::object receipt_record(const Receipt& receipt);
pybind11::object statement_record(const Statement& statement);

// The round of a Decision or an integer.
RoundId round_of(pybind11::handle round);

}  // namespace banker::python
