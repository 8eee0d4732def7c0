#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "banker/service/messages.hpp"
#include "mailbox.hpp"
#include "message.hpp"

namespace banker::http {

// Server-sent events: what happens in the service, to whoever listens. A listener who reads too slowly misses events and is
// told how many. Those who look on (class Live) get news instead, and some events between them.
//
// Thread safe; a stream's `ready` must not call back, nor throw.
class Hub {
 public:
  using Clock = std::chrono::steady_clock;

  Hub();
  ~Hub();
  // How many events somebody wants to hear of now. Who listens wants all of them; who looks on a few, and only as long as not
  // too many others were seen for their sake.
  std::size_t watched() const;
  // On the teller's thread; never waits for a listener. What nobody wants costs a look at its name.
  void publish(std::span<const service::Happened> all) noexcept;
  // A stream for one listener: of one bandit, or of all if empty. At most kMostListeners at once: null beyond.
  std::unique_ptr<Stream> listen(std::string bandit);
  static constexpr std::size_t kMostListeners = 100;
  bool full() const;  // so many there are
  // Now and then: whoever heard nothing for kSilence is told that the line is alive.
  void tick(Clock::time_point now);
  static constexpr std::chrono::seconds kSilence{15};
  // Every stream ends; no new ones. Call before the server drains.
  void close();

  // ---- For those who look on. They count as listeners, too.

  // A stream that begins with these news: of one bandit with at most kFewEvents a second, left out when there are more; or of
  // all bandits (empty) without any. Null: there are too many listeners.
  std::unique_ptr<Stream> look_on(std::string bandit, Text news, std::uint64_t edition = 0);
  static constexpr std::size_t kFewEvents = 20;
  // To get them, no more than so many events a second are looked at, whoever they are of.
  static constexpr std::size_t kMostSeen = 10'000;

  std::set<std::string> looked_at() const;                      // bandits; an empty name: all of them
  void tell_news(const std::string& bandit, const Text& news);  // in place of older ones that were not read
  void end(const std::string& bandit, service::Time at);        // it is gone, and so end the streams of it

  // News of all bandits come in editions, and say what changed since another one. Which editions those have who read all their
  // news; and what takes them from there to edition `to`.
  std::set<std::uint64_t> editions() const;
  void tell_news(const std::map<std::uint64_t, Text>& since, std::uint64_t to);
  std::uint64_t oldest_edition(std::uint64_t otherwise) const;

  // Called by tick() as long as anybody looks on, and once after. Null: no longer, and it is not under way any more.
  void on_tick(std::function<void(Clock::time_point)> beat);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace banker::http
