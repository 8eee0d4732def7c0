#include "py_agent.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

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

// One number of every decision. The room is there before anything is asked.
template <class Number, class Part>
class Column {
 public:
  Column(bool wanted, std::size_t n, Part part) : part_(part) {
    if (wanted) values_ = py::array_t<Number>(static_cast<py::ssize_t>(n));
  }
  py::object filled(const std::vector<Decision>& decisions) {
    if (values_.is_none()) return values_;
    Number* out = values_.template cast<py::array_t<Number>>().mutable_data();
    for (const Decision& decision : decisions) *out++ = static_cast<Number>(part_(decision));
    return values_;
  }

 private:
  py::object values_ = py::none();
  Part part_;
};
template <class Number, class Part>
Column<Number, Part> column(bool wanted, std::size_t n, Part part) {
  return {wanted, n, part};
}

py::tuple columns_of(const std::vector<Receipt>& receipts) {
  py::array_t<std::uint8_t> states(static_cast<py::ssize_t>(receipts.size()));
  Numbers costs(static_cast<py::ssize_t>(receipts.size()));
  for (std::size_t i = 0; i < receipts.size(); ++i) {
    states.mutable_data()[i] = static_cast<std::uint8_t>(receipts[i].state);
    costs.mutable_data()[i] = receipts[i].immediate_cost.value_or(std::numeric_limits<double>::quiet_NaN());
  }
  return py::make_tuple(states, costs);
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

template <class Work>
auto PyAgent::all_or_none(Work work) {
  return at_length([&](Agent& agent) {
    const std::string before = kept_ ? agent.save() : std::string();
    auto done = work(agent);
    if (kept_ && kept_->there() && done) {
      if (auto error = agent.load(before)) done = *std::move(error);
    }
    return done;
  });
}

py::tuple PyAgent::ask_many(std::size_t n) {
  const std::size_t dimension = agent().dimension(), room = std::min(n, Agent::kMostAtOnce);
  const bool arms = agent().arms() > 0, linear = dimension > 0;
  auto round = column<std::int64_t>(true, room, [](const Decision& d) { return number(d.round); });
  auto arm = column<std::int64_t>(arms, room, [](const Decision& d) { return d.arm; });
  auto probability = column<double>(true, room, [](const Decision& d) { return d.probability; });
  auto direction = column<std::int64_t>(linear, room, [](const Decision& d) { return d.direction; });
  auto sign = column<std::int64_t>(linear, room, [](const Decision& d) { return d.sign; });
  py::object actions = py::none();
  double* action = nullptr;
  if (linear) {
    Numbers matrix({room, dimension});
    action = matrix.mutable_data();
    actions = std::move(matrix);
  }
  const auto asked = take(all_or_none([&](Agent& agent) {
    auto decisions = agent.ask_many(n);
    if (!decisions || !linear) return decisions;
    for (const Decision& d : *decisions) action = std::ranges::copy(*agent.action(d.round), action).out;
    return decisions;
  }));
  return py::make_tuple(round.filled(asked), arm.filled(asked), probability.filled(asked), actions,
                        direction.filled(asked), sign.filled(asked));
}

py::tuple PyAgent::tell_many(const Integers& rounds, const Numbers& values, bool rewards) {
  const auto size = static_cast<std::size_t>(rounds.size());
  if (rounds.size() != values.size()) throw py::value_error("one outcome for each round");
  const std::int64_t* round = rounds.data();
  const double* value = values.data();
  return columns_of(take(all_or_none([&](Agent& agent) {
    std::vector<Outcome> outcomes(size);
    for (std::size_t i = 0; i < size; ++i) {
      outcomes[i] = {RoundId{static_cast<std::uint64_t>(round[i])}, value[i],
                     rewards ? Outcome::Kind::kReward : Outcome::Kind::kLoss};
    }
    return agent.tell_many(outcomes);
  })));
}

py::tuple PyAgent::drop_many(const Integers& rounds) {
  std::vector<RoundId> ids(static_cast<std::size_t>(rounds.size()));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = RoundId{static_cast<std::uint64_t>(rounds.data()[i])};
  return columns_of(take(all_or_none([&](Agent& agent) { return agent.drop_many(ids); })));
}

py::list PyAgent::arm_names() const {
  py::list names;
  for (std::size_t arm = 0; arm < agent().arms(); ++arm)
    names.append(names_.empty() ? py::str(std::to_string(arm)) : names_[arm]);
  return names;
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
