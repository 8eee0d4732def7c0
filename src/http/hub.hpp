#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "banker/service/messages.hpp"
#include "message.hpp"

namespace banker::http {

// Server-sent events: what happens in the service, to whoever listens. A listener who reads too slowly misses events and is
// told how many. Thread safe; a stream's `ready` must not call back, nor throw.
class Hub {
 public:
  Hub();
  ~Hub();
  bool watched() const;  // whether anybody listens
  // On the teller's thread; never waits for a listener.
  void publish(std::span<const service::Happened> all) noexcept;
  // A stream for one listener: of one bandit, or of all if empty. At most kMostListeners at once: null beyond.
  std::unique_ptr<Stream> listen(std::string bandit);
  static constexpr std::size_t kMostListeners = 100;
  // Now and then: whoever heard nothing for kSilence is told that the line is alive.
  void tick(std::chrono::steady_clock::time_point now);
  static constexpr std::chrono::seconds kSilence{15};
  // Every stream ends; no new ones. Call before the server drains.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace banker::http
