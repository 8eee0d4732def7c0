// Many calls at once, as arrays.
#include <algorithm>
#include <limits>

#include "py_agent.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

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
  const std::size_t dimension = agent().dimension(), room = n <= Agent::kMostAtOnce ? n : 0;
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
  (void)py::array_t<char>(
      room * sizeof(Decision));  // the engine needs as much: if it is not there, nothing was asked
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

}  // namespace banker::python
