#include "records.hpp"

#include <initializer_list>
#include <limits>

#include "arguments.hpp"
#include "errors.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// Never freed: they live as long as the interpreter.
PyTypeObject* decision_type = nullptr;
PyTypeObject* receipt_type = nullptr;
PyTypeObject* statement_type = nullptr;

PyTypeObject* add_type(py::module_& module, PyStructSequence_Desc description, const char* name) {
  PyTypeObject* type = PyStructSequence_NewType(&description);
  if (type == nullptr) throw py::error_already_set();
  module.attr(name) = py::handle(reinterpret_cast<PyObject*>(type));
  return type;
}

py::object record(PyTypeObject* type, std::initializer_list<py::object> fields) {
  py::object record = py::reinterpret_steal<py::object>(PyStructSequence_New(type));
  if (!record) throw py::error_already_set();
  Py_ssize_t place = 0;
  for (const py::object& field : fields)
    PyStructSequence_SET_ITEM(record.ptr(), place++, field.inc_ref().ptr());
  return record;
}

}  // namespace

void bind_records(py::module_& module) {
  static PyStructSequence_Field decision[] = {
      {"round", "the round: tell its outcome by it"},
      {"arm", "the arm to play: its number, or its name where names were given; None for a point of a body"},
      {"probability",
       "that it was drawn with; linear agents: of the direction and the sign, or of the listed action"},
      {"arm_index", "the number of the arm"},
      {"action", "linear agents: the point to play"},
      {"direction", "linear agents: which of the directions around the point"},
      {"sign", "linear agents: 1 or -1"},
      {nullptr, nullptr}};
  decision_type = add_type(
      module, {"banker.Decision", "What to play now: unpacks as round, arm, probability.", decision, 3},
      "Decision");
  static PyStructSequence_Field receipt[] = {
      {"round", "the round that was told or dropped"},
      {"status", "'settled', 'skipped', 'stale' or 'dropped'"},
      {"immediate_cost", "what the outcome cost the bank; None without a bank"},
      {nullptr, nullptr}};
  receipt_type = add_type(module, {"banker.Receipt", "What became of a round.", receipt, 3}, "Receipt");
  static PyStructSequence_Field statement[] = {
      {"scale", "sigma_t = borrowed + from_pool + the sum of payments"},
      {"borrowed", "the investment b_t"},
      {"from_pool", "paid by a pool of savings"},
      {"payments", "paid by the savings of single rounds: a list of (round, amount)"},
      {nullptr, nullptr}};
  statement_type =
      add_type(module, {"banker.Statement", "How an open round was paid.", statement, 4}, "Statement");
}

py::object decision_record(const Decision& d, const py::object& arm, const py::object& action) {
  const auto integer = [](bool there, auto value) {
    return there ? py::object(py::int_(value)) : py::none();
  };
  const bool linear = !action.is_none();
  return record(decision_type,
                {py::int_(number(d.round)), arm, py::float_(d.probability), integer(!arm.is_none(), d.arm),
                 action, integer(linear, d.direction), integer(linear, d.sign)});
}

py::object receipt_record(const Receipt& r) {
  const std::string_view status = name(r.state);
  return record(receipt_type,
                {py::int_(number(r.round)), py::str(status.data(), status.size()), maybe(r.immediate_cost)});
}

py::object statement_record(const Statement& s) {
  py::list payments;
  for (const Payment& payment : s.payments)
    payments.append(py::make_tuple(number(payment.round), payment.amount));
  return record(statement_type,
                {py::float_(s.scale), py::float_(s.borrowed), py::float_(s.from_pool), std::move(payments)});
}

RoundId round_of(py::handle round) {
  if (Py_TYPE(round.ptr()) == decision_type) round = PyStructSequence_GET_ITEM(round.ptr(), 0);
  const auto value = as_integer(round);
  if (!value)
    throw py::type_error(std::string("round must be an integer or a Decision, not ") +
                         Py_TYPE(round.ptr())->tp_name);
  if (*value < 1 || *value == std::numeric_limits<long long>::max())
    raise({ErrorCode::kUnknownRound, "unknown round " + shown(round) + ": rounds count from 1"});
  return RoundId{static_cast<std::uint64_t>(*value)};
}

}  // namespace banker::python
