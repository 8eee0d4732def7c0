#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "away.hpp"
#include "banker/agent/agent.hpp"
#include "errors.hpp"
#include "parts.hpp"
#include "turn.hpp"

namespace banker::python {

// An agent that threads take turns on. Calls that may take long release the interpreter lock.
class PyAgent {
 public:
  // From a spec or a snapshot, and the rules written in Python that it names.
  static std::unique_ptr<PyAgent> from_spec(const std::string& spec, const pybind11::dict& rules);
  static std::unique_ptr<PyAgent> from_snapshot(const pybind11::bytes& snapshot, const pybind11::dict& rules);

  // Python can hand out an object whose __init__ was never called: it is all zeros then, and every method says so.
  static void* operator new(std::size_t size);
  static void operator delete(void* place) { ::operator delete(place); }

  // For what changes in upgrade() and go_on() only, which hold the interpreter lock.
  const Agent& agent() const {
    check();
    return *agent_;
  }
  template <class Work>
  auto shortly(Work work) {
    check();
    return finished(in_turn(work));
  }
  template <class Work>
  auto at_length(Work work) {
    check();
    return finished([&] {
      const Away away;
      return in_turn(work);
    }());
  }

  pybind11::object ask(pybind11::handle arm, pybind11::handle direction, pybind11::handle sign);
  pybind11::object tell(pybind11::handle round, pybind11::handle loss, pybind11::handle reward);
  pybind11::object drop(pybind11::handle round);
  Numbers action(pybind11::handle round);
  // (rounds, arms, probabilities, actions, directions, signs), None where the agent has none.
  pybind11::tuple ask_many(std::size_t n);
  // (states as numbers of RoundState, immediate costs, NaN where there is none).
  pybind11::tuple tell_many(const Integers& rounds, const Numbers& values, bool rewards);
  pybind11::tuple drop_many(const Integers& rounds);
  pybind11::list arm_names() const;

  // Goes on by a newer rule.
  void upgrade(pybind11::handle rule);
  // Goes on from the snapshot of an agent that differs in its rule at most.
  void go_on(const pybind11::bytes& snapshot);

 private:
  PyAgent(Result<std::unique_ptr<Agent>> agent, std::shared_ptr<KeptError> kept);

  void check() const {
    if (!agent_) throw pybind11::type_error("this bandit was not made: call super().__init__() first");
    if (broken_)
      throw std::runtime_error("memory ran out in the middle of an earlier call: go on from a snapshot");
  }
  template <class Work>
  auto in_turn(Work& work) {
    Turns::Turn turn(turns_);
    if (kept_) kept_->clear();
    try {
      return work(*agent_);
    } catch (const std::bad_alloc&) {
      broken_ = true;
      throw;
    }
  }
  // What a rule has raised where nothing can be thrown is raised now.
  template <class T>
  T finished(T done) {
    if (kept_) kept_->raise();
    return done;
  }
  // Many calls at once: if a rule has raised in one of them, none was made.
  template <class Work>
  auto all_or_none(Work work);
  // Another agent takes the place of this one, unless there is an error.
  template <class Make>
  void replace(Make make);
  Forced forced_of(pybind11::handle arm, pybind11::handle direction, pybind11::handle sign) const;
  std::size_t arm_of(pybind11::handle arm) const;
  pybind11::object record(const Decision& decision, const pybind11::object& action) const;

  Turns turns_;
  std::shared_ptr<KeptError> kept_;  // none without a rule written in Python
  std::unique_ptr<Agent> agent_;
  std::atomic<bool> broken_{false};
  std::vector<pybind11::object> names_;  // of the arms, if they have names
};

}  // namespace banker::python
