#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "hub.hpp"

// What is behind a hub: its hearers, each in the stream that it reads.
namespace banker::http {

using service::Happened;

inline bool is_end(const Happened& one) { return std::holds_alternative<service::Remove>(one.what); }

// Somebody who listens, or looks on.
struct Hearer {
  std::uint64_t number = 0;  // the later they came, the higher
  std::string bandit;        // empty: all
  Mailbox mail;
  std::function<void(Stream::Piece)> ready;  // set: it waits
  Hub::Clock::time_point heard = Hub::Clock::now();

  bool looks_on = false;
  std::size_t events_left = 0;  // of who looks on, in this second
  std::uint64_t edition = 0;    // of the news it had, or that wait for it
  bool over = false;            // its bandit is gone: the stream ends when all is read

  bool wants_some() const { return looks_on && !over && !bandit.empty() && events_left > 0; }
  bool hears(const Happened& one) const {
    return looks_on ? bandit == one.bandit && !over : bandit.empty() || bandit == one.bandit;
  }
  // `text`: null if it was not written.
  void put(const Happened& one, const Text& text) {
    if (!looks_on) return mail.push(text);
    if (is_end(one)) over = true, mail.forget_news();
    if (!text || (events_left == 0 && !over)) return;
    events_left -= events_left > 0;
    if (over) mail.push(text);
    else mail.offer(text);
  }
  void hand_out(std::string text, bool last) {
    heard = Hub::Clock::now();
    std::exchange(ready, nullptr)({.text = std::move(text), .last = last});
  }
  // To one who waits. Without memory it has to wait longer.
  void hand_out() noexcept {
    if (!ready) return;
    try {
      if (!mail.empty()) hand_out(mail.take(), false);
      else if (over) hand_out("", true);
    } catch (const std::exception&) {
    }
  }
};

// What somebody wants to hear of, and how much of it.
struct Wanted {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  std::uint64_t last = 0;                     // the number of the last hearer who was there
  std::map<std::string, std::size_t> events;  // by bandit; an empty name: of all

  void add(const Hearer& hearer) {
    if (hearer.looks_on && (hearer.bandit.empty() || hearer.over)) return;
    std::size_t& most = events[hearer.bandit];
    most = std::max(most, hearer.looks_on ? hearer.events_left : kAll);
  }
  bool take(const Happened& one) {
    if (events.contains("")) return true;
    const auto found = events.find(one.bandit);
    if (found == events.end() || (found->second == 0 && !is_end(one))) return false;
    if (found->second != kAll && found->second > 0) --found->second;
    return true;
  }
};

struct Hub::State {
  std::mutex mutex;  // of what follows, and of every hearer
  std::vector<Hearer*> hearers;
  std::uint64_t last = 0;  // number of a hearer
  bool closed = false;
  std::function<void(Clock::time_point)> beat;
  bool beating = false;                     // somebody looked on when it was called last
  Clock::time_point second = Clock::now();  // when the last one began
  std::size_t seen_left = kMostSeen;        // events, in this second
  std::atomic<std::size_t> count = 0;       // of hearers
  std::atomic<bool> watched = false;

  // After every change of hearers, or of what they want.
  void note() {
    count = hearers.size();
    watched = std::any_of(hearers.begin(), hearers.end(), [&](const Hearer* one) {
      return one->looks_on ? seen_left > 0 && one->wants_some() : true;
    });
  }
  void ask_all(Wanted& wanted) {
    const std::lock_guard lock(mutex);
    wanted.last = last;
    for (const Hearer* hearer : hearers) wanted.add(*hearer);
  }
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
};

class Hub::State::Ear final : public Stream {
 public:
  Ear(std::shared_ptr<State> state, std::string bandit) : state_(std::move(state)) {
    hearer.bandit = std::move(bandit);
  }
  ~Ear() override {
    const std::lock_guard lock(state_->mutex);
    std::erase(state_->hearers, &hearer);
    state_->note();
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
