#include "py_agent.hpp"

#include <cstring>

#include "banker/agent/catalog.hpp"
#include "records.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

std::shared_ptr<KeptError> room_for_error(const py::dict& rules) {
  return rules.empty() ? nullptr : hold(KeptError());
}

double number_of(py::handle value, const char* what) {
  if (const auto number = as_number(value)) return *number;
  throw py::type_error(std::string(what) + " must be a number, not " + shown(value));
}

std::optional<long long> optional_integer(py::handle value, const char* what) {
  if (value.is_none()) return std::nullopt;
  if (const auto integer = as_integer(value)) return integer;
  throw py::type_error(std::string(what) + " must be an integer, not " + shown(value));
}

}  // namespace

void* PyAgent::operator new(std::size_t size) { return std::memset(::operator new(size), 0, size); }

std::unique_ptr<PyAgent> PyAgent::from_spec(const std::string& spec, const py::dict& rules) {
  auto kept = room_for_error(rules);
  return std::unique_ptr<PyAgent>(new PyAgent(make_agent(spec, own_scales(rules, kept)), kept));
}

std::unique_ptr<PyAgent> PyAgent::from_snapshot(const py::bytes& snapshot, const py::dict& rules) {
  auto kept = room_for_error(rules);
  return std::unique_ptr<PyAgent>(
      new PyAgent(load_agent(std::string_view(snapshot), own_scales(rules, kept)), kept));
}

PyAgent::PyAgent(Result<std::unique_ptr<Agent>> agent, std::shared_ptr<KeptError> kept)
    : kept_(std::move(kept)), agent_(take(std::move(agent))) {
  for (const std::string& name : agent_->identity().arm_names) names_.push_back(py::str(name));
}

py::object PyAgent::ask(py::handle arm, py::handle direction, py::handle sign) {
  check();
  const Forced forced = forced_of(arm, direction, sign);
  std::vector<double> action;
  const Decision decision = take(shortly([&](Agent& agent) {
    auto asked = agent.ask(forced);
    if (asked && agent.dimension() > 0) action = *agent.action(asked->round);
    return asked;
  }));
  return record(decision, action.empty() ? py::object(py::none()) : array(action));
}

py::object PyAgent::tell(py::handle round, py::handle loss, py::handle reward) {
  if (loss.is_none() == reward.is_none())
    throw py::type_error(
        "tell() takes exactly one of loss and reward: tell(round, loss=0.5) or tell(round, reward=1)");
  const RoundId id = round_of(round);
  const bool is_reward = loss.is_none();
  const double value = number_of(is_reward ? reward : loss, is_reward ? "reward" : "loss");
  return receipt_record(take(shortly(
      [&](Agent& agent) { return is_reward ? agent.tell_reward(id, value) : agent.tell(id, value); })));
}

py::object PyAgent::drop(py::handle round) {
  const RoundId id = round_of(round);
  return receipt_record(take(shortly([&](Agent& agent) { return agent.drop(id); })));
}

Numbers PyAgent::action(py::handle round) {
  const RoundId id = round_of(round);
  return array(take(shortly([&](Agent& agent) { return agent.action(id); })));
}

py::list PyAgent::arm_names() const {
  py::list names;
  for (std::size_t arm = 0; arm < agent().arms(); ++arm)
    names.append(names_.empty() ? py::str(std::to_string(arm)) : names_[arm]);
  return names;
}

template <class Make>
void PyAgent::replace(Make make) {
  const auto error = shortly([&](Agent& agent) -> std::optional<Error> {
    auto made = make(agent);
    if (!made) return made.error();
    agent_ = *std::move(made);
    return std::nullopt;
  });
  if (error) raise(*error);
}

void PyAgent::upgrade(py::handle rule) {
  const auto number = as_integer(rule);
  if (!number) throw py::type_error("rule must be the number of a rule, not " + shown(rule));
  if (*number < 1) throw py::value_error("there is no rule " + shown(rule) + ": rules count from 1");
  replace([&](Agent& agent) { return agent.upgraded(static_cast<std::uint64_t>(*number)); });
}

void PyAgent::go_on(const py::bytes& snapshot) {
  replace([&](Agent&) { return load_agent(std::string_view(snapshot)); });
}

Forced PyAgent::forced_of(py::handle arm, py::handle direction, py::handle sign) const {
  Forced forced;
  if (!arm.is_none()) forced.arm = arm_of(arm);
  if (const auto number = optional_integer(direction, "direction")) {
    if (*number < 0)
      throw py::value_error("there is no direction " + shown(direction) + ": they count from 0");
    forced.direction = static_cast<std::size_t>(*number);
  }
  if (const auto number = optional_integer(sign, "sign")) {
    if (*number != 1 && *number != -1) throw py::value_error("sign must be 1 or -1, not " + shown(sign));
    forced.sign = static_cast<int>(*number);
  }
  return forced;
}

std::size_t PyAgent::arm_of(py::handle arm) const {
  if (PyUnicode_Check(arm.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(arm.ptr(), &size);
    if (text == nullptr) throw py::error_already_set();
    return take(agent_->find_arm({text, static_cast<std::size_t>(size)}));
  }
  const auto number = as_integer(arm);
  if (!number) throw py::type_error("arm must be the number of an arm or its name, not " + shown(arm));
  if (*number < 0) throw py::value_error("there is no arm " + shown(arm) + ": arms count from 0");
  return static_cast<std::size_t>(*number);
}

py::object PyAgent::record(const Decision& decision, const py::object& action) const {
  if (agent_->arms() == 0) return decision_record(decision, py::none(), action);
  return decision_record(decision, names_.empty() ? py::object(py::int_(decision.arm)) : names_[decision.arm],
                         action);
}

}  // namespace banker::python
