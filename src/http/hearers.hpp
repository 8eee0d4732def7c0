#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "hub.hpp"

// Those who hear what a hub has to say.
namespace banker::http {

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

  // An event, to one who looks on. Null: it could not be written.
  void show(const Text& event) {
    if (!event || over || events_left == 0) return;
    --events_left;
    mail.offer(event);
  }
  // The last one.
  void end(const Text& event) {
    if (over) return;
    over = true;
    mail.forget_news();
    mail.push_last(event);
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

// Those of one bandit, or of all of them.
struct Group {
  std::vector<Hearer*> listeners, lookers;

  std::vector<Hearer*>& of(const Hearer& hearer) { return hearer.looks_on ? lookers : listeners; }
  bool empty() const { return listeners.empty() && lookers.empty(); }
  // How many events those who look on may have in this second: the most of any of them.
  std::size_t events_left() const {
    std::size_t most = 0;
    for (const Hearer* hearer : lookers)
      if (!hearer->over) most = std::max(most, hearer->events_left);
    return most;
  }
};

// Finds by name. What happens comes in runs of one bandit, which is looked for once.
template <class Map>
class Finder {
 public:
  explicit Finder(Map& map) : map_(map) {}
  // Null: there is none. `name` must be there until the next call.
  typename Map::mapped_type* find(const std::string& name) {
    if (last_ && *last_ == name) return found_;
    const auto it = map_.find(name);
    last_ = &name;
    return found_ = it == map_.end() ? nullptr : &it->second;
  }

 private:
  Map& map_;
  const std::string* last_ = nullptr;
  typename Map::mapped_type* found_ = nullptr;
};

}  // namespace banker::http
