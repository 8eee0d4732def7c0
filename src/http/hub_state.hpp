#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "hearers.hpp"

// What is behind a hub: its hearers, each in the stream that it reads.
namespace banker::http {

using service::Happened;

inline bool is_end(const Happened& one) { return std::holds_alternative<service::Remove>(one.what); }

// What is to be written: copied, so that it is written without the lock.
struct Demand {
  struct OfBandit {
    bool listened = false;
    std::size_t events_left = 0;  // of those who look on
  };
  std::uint64_t last = 0;  // the number of the last hearer who was there
  bool all = false;        // somebody listens to everything
  std::map<std::string, OfBandit> bandits;
};

// An event as it goes out.
struct Written {
  Text text;           // null: nobody wants it, or there is no memory
  bool shown = false;  // to those who look on, too
};

struct Hub::State {
  std::mutex mutex;  // of what follows, and of every hearer
  std::vector<Hearer*> hearers;
  std::map<std::string, Group> groups;  // the same ones, by bandit
  std::uint64_t last = 0;               // number of a hearer
  bool closed = false;
  std::function<void(Clock::time_point)> beat;
  bool beating = false;                     // somebody looked on when it was called last
  Clock::time_point second = Clock::now();  // when the last one began
  std::size_t seen_left = kMostSeen;        // events, in this second
  std::atomic<std::size_t> count = 0;       // of hearers
  std::atomic<std::size_t> watched = 0;     // events that they want

  // After every change of hearers, or of what they want.
  void note() {
    count = hearers.size();
    watched = count_wanted();
  }
  std::size_t count_wanted() const {
    std::size_t sum = 0;
    for (const auto& [bandit, group] : groups) {
      if (!group.listeners.empty()) return std::numeric_limits<std::size_t>::max();
      if (!bandit.empty()) sum += group.events_left();
    }
    return std::min(sum, seen_left);
  }

  void read_demand(Demand& demand);
  void put(std::span<const Happened> all, const std::vector<Written>& written, std::uint64_t last_hearer);
  void begin_second(Clock::time_point now) {
    if (now - second < std::chrono::seconds(1)) return;
    second = now;
    seen_left = kMostSeen;
    for (Hearer* hearer : hearers) hearer->events_left = kFewEvents;
    note();
  }
  void call_beat(Clock::time_point now) {
    const bool any = std::any_of(hearers.begin(), hearers.end(), [](auto* one) { return one->looks_on; });
    if (beat && (any || beating)) beat(now);
    beating = any;
  }

  class Ear;
  static std::unique_ptr<Stream> add(const std::shared_ptr<State>& state, std::unique_ptr<Ear> ear);
  void remove(Hearer& hearer) {
    std::erase(hearers, &hearer);
    if (const auto found = groups.find(hearer.bandit); found != groups.end()) {
      std::erase(found->second.of(hearer), &hearer);
      if (found->second.empty()) groups.erase(found);
    }
    note();
  }
};

class Hub::State::Ear final : public Stream {
 public:
  Ear(std::shared_ptr<State> state, std::string bandit) : state_(std::move(state)) {
    hearer.bandit = std::move(bandit);
  }
  ~Ear() override {
    const std::lock_guard lock(state_->mutex);
    state_->remove(hearer);
  }
  void next(std::function<void(Piece)> ready) override {
    const std::lock_guard lock(state_->mutex);
    hearer.ready = std::move(ready);
    if (!hearer.mail.empty()) hearer.hand_out(hearer.mail.take(), false);
    else if (state_->closed || hearer.over) hearer.hand_out("", true);
  }

  Hearer hearer;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace banker::http
