#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

namespace banker::testing {

// What happens to an agent. The numbers are read modulo the state, so every sub-list of events is a script.
struct Event {
  enum class Kind { kAsk, kTell, kDrop };
  Kind kind = Kind::kAsk;
  unsigned which = 0;  // of the open rounds, oldest first, modulo their number; ignored if there is none
  int loss = 0;        // in sixteenths, -16 to 16
  int jump = 0;        // the loss is 10^jump times as large as usual, for agents without a range

  friend bool operator==(const Event&, const Event&) = default;
};

struct Script {
  std::size_t arms = 2;
  std::vector<Event> events;
};

inline std::ostream& operator<<(std::ostream& out, const Event& e) {
  if (e.kind == Event::Kind::kAsk) return out << "ask";
  if (e.kind == Event::Kind::kDrop) return out << "drop#" << e.which;
  out << "tell#" << e.which << '(' << e.loss << "/16";
  if (e.jump != 0) out << "e" << e.jump;
  return out << ')';
}

inline std::ostream& operator<<(std::ostream& out, const Script& script) {
  out << script.arms << " arms:";
  for (const Event& e : script.events) out << ' ' << e;
  return out;
}

// Carries a script out: player.ask() -> round, player.tell(round, event), player.drop(round). An ask with
// `max_open` rounds open tells the oldest of them first.
template <class Player>
void play(const Script& script, Player& player, std::size_t max_open = SIZE_MAX) {
  std::vector<std::uint64_t> open;
  const auto take = [&](std::size_t index) {
    const std::uint64_t round = open[index];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(index));
    return round;
  };
  for (const Event& e : script.events) {
    if (e.kind == Event::Kind::kAsk) {
      if (open.size() >= max_open) player.tell(take(0), e);
      open.push_back(player.ask());
    } else if (!open.empty()) {
      const std::uint64_t round = take(e.which % open.size());
      if (e.kind == Event::Kind::kTell) player.tell(round, e);
      else player.drop(round);
    }
  }
}

using Random = std::mt19937_64;

inline int between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}
template <class T>
const T& one_of(Random& random, const std::vector<T>& values) {
  return values[static_cast<std::size_t>(between(random, 0, static_cast<int>(values.size()) - 1))];
}

// Writes scripts by delay pattern.
class ScriptWriter {
 public:
  ScriptWriter(Random& random, std::size_t length)
      : random_(random), length_(length), drops_(one_of<int>(random, {0, 5, 30})) {}

  std::vector<Event> write() {
    const bool mixture = between(random_, 0, 2) == 0;
    while (events_.size() < length_) {
      const std::size_t left = length_ - events_.size();
      segment(between(random_, 0, 5), mixture ? std::min<std::size_t>(left, 20) : left);
    }
    return std::move(events_);
  }

 private:
  void segment(int pattern, std::size_t length) {
    const std::size_t end = events_.size() + length;
    const std::size_t delay = static_cast<std::size_t>(between(random_, 1, 20));
    const bool reversed = between(random_, 0, 1) == 1;
    while (events_.size() < end) {
      switch (pattern) {
        case 0: ask(1), tell(1, reversed); break;                                       // immediate
        case 1: ask(1), open_ > delay ? tell(1, false) : void(); break;                 // fixed delay
        case 2: between(random_, 0, 1) == 0 ? ask(1) : tell_any(); break;               // random delays
        case 3: ask(delay), tell(delay, reversed); break;                               // bursts
        case 4: ask(length / 2 + 1), tell(open_, reversed); break;                      // all at once
        default: ask(delay), tell(delay / 2, reversed), tell_any(), tell_any(); break;  // a growing backlog
      }
    }
  }
  void ask(std::size_t n) {
    for (; n > 0; --n) events_.push_back({}), ++open_;
  }
  void tell(std::size_t n, bool newest) {
    for (; n > 0 && open_ > 0; --n) tell_one(newest ? open_ - 1 : 0);
  }
  void tell_any() {
    if (open_ > 0) tell_one(static_cast<std::size_t>(between(random_, 0, static_cast<int>(open_) - 1)));
  }
  void tell_one(std::size_t which) {
    const bool drop = between(random_, 0, 99) < drops_;
    const bool jump = between(random_, 0, 9) == 0;
    events_.push_back({.kind = drop ? Event::Kind::kDrop : Event::Kind::kTell,
                       .which = static_cast<unsigned>(which),
                       .loss = between(random_, -16, 16),
                       .jump = jump ? between(random_, -3, 3) : 0});
    --open_;
  }

  Random& random_;
  std::size_t length_;
  int drops_;  // percent
  std::size_t open_ = 0;
  std::vector<Event> events_;
};

// K in 2..40, small ones more often; up to 3 events per unit of size, so 300.
inline Script random_script(Random& random, int size) {
  Script script;
  script.arms =
      static_cast<std::size_t>(between(random, 0, 1) == 0 ? between(random, 2, 6) : between(random, 2, 40));
  const std::size_t length = static_cast<std::size_t>(between(random, 0, 3 * size));
  script.events = ScriptWriter(random, length).write();
  script.events.resize(std::min(script.events.size(), length));
  return script;
}

// Smaller scripts: fewer events, fewer arms, plainer events.
inline rc::Seq<Script> shrink(const Script& script) {
  const auto with_events = [arms = script.arms](std::vector<Event> events) {
    return Script{arms, std::move(events)};
  };
  const auto plainer = [](const Event& e) {
    std::vector<Event> list;
    if (e.kind == Event::Kind::kDrop) list.push_back({Event::Kind::kTell, e.which, e.loss, e.jump});
    if (e.which != 0) list.push_back({e.kind, 0, e.loss, e.jump});
    if (e.jump != 0) list.push_back({e.kind, e.which, e.loss, 0});
    if (e.loss != 0) list.push_back({e.kind, e.which, 0, e.jump});
    if (e.loss != 16 && e.loss != 0) list.push_back({e.kind, e.which, 16, e.jump});
    return rc::seq::fromContainer(std::move(list));
  };
  std::vector<Script> fewer_arms;
  for (std::size_t arms = 2; arms < script.arms; ++arms) fewer_arms.push_back({arms, script.events});
  return rc::seq::concat(rc::seq::map(rc::shrink::removeChunks(script.events), with_events),
                         rc::seq::fromContainer(std::move(fewer_arms)),
                         rc::seq::map(rc::shrink::eachElement(script.events, plainer), with_events));
}

// A random value of any type, made from a source of random numbers and a size, shrunk by the function given.
template <class Make, class Shrink>
auto random_value(Make make, Shrink shrink) {
  const auto made = rc::gen::withSize([make](int size) {
    const auto seeds =
        rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
    return rc::gen::map(seeds, [make, size](std::uint64_t seed) {
      Random random(seed);
      return make(random, size);
    });
  });
  return rc::gen::shrink(made, shrink);
}

inline rc::Gen<Script> scripts() {
  return random_value([](Random& random, int size) { return random_script(random, size); },
                      [](const Script& script) { return shrink(script); });
}

// rc::check inside a test, `times` times, with the seed of the configuration.
template <class Testable>
void check_times(int times, Testable&& testable) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = times;
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(info->test_suite_name()) + "/" + info->name();
  metadata.description = info->name();
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

}  // namespace banker::testing
