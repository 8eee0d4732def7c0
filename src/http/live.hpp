#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bandit_lines.hpp"
#include "banker/service/service.hpp"
#include "hub.hpp"
#include "worker.hpp"

namespace banker::http {

// Shows bandits to whoever looks on, about once a second, at a cost that does not depend on how much happens:
//
//     hub ticks ──► Look at each bandit that is watched, one List for all who watch the list ──► what changed is written,
//                   by the worker, and handed to the hub, once for all who look on
//
// If that takes long, it is done less often. What is kept here is touched by the worker only.
class Live {
 public:
  using Send = std::function<void(Response&&)>;
  // All of them outlive this; close() before the worker goes.
  Live(service::Service& service, Hub& hub, Worker& worker);
  // Stops. There must be no streams under way that were asked for and not sent.
  void close();

  // Sends a stream of one bandit, or a problem; or of the list.
  void watch(const std::string& bandit, Send send);
  void watch_list(Send send);
  // Who comes from now on gets a fresh list: a bandit was made, or removed.
  void list_again();

 private:
  using Clock = Hub::Clock;
  // Who waits for a look at a bandit, or for the list. If it is lost, for lack of memory, so are they: their connections
  // close.
  struct Callers {
    std::vector<Send> sends;
    std::shared_ptr<void> round;
  };
  struct Shown {
    std::int64_t id = 0;  // of the bandit
    std::uint64_t seq = 0;
    std::optional<store::Time> paused_at;
    double asks = 0, tells = 0;  // per minute
    store::Bins ages{};          // of what is open, which grows old by itself
    bool operator==(const Shown&) const = default;
  };

  void beat(Clock::time_point now);
  void refresh(const std::shared_ptr<void>& round);
  void look(const std::string& bandit, Send send, std::shared_ptr<void> round);
  void take(const std::string& bandit, const service::Answer& answer, const Callers& callers);
  Text show(const service::View& view);
  static bool join(std::weak_ptr<Callers>& under_way, std::shared_ptr<Callers>& callers, Send send,
                   std::shared_ptr<void> round);
  void list(Send send, std::shared_ptr<void> round);
  void take_list(const service::Answer& answer, const Callers& callers);
  Response open_list();

  service::Service& service_;
  Hub& hub_;
  Worker& worker_;
  std::atomic<bool> busy_ = false;                                // a round of looking is under way
  std::atomic<Clock::time_point> due_{Clock::time_point::min()};  // the next

  std::map<std::string, Shown> shown_;  // to those who look on
  BanditLines lines_;
  std::optional<Clock::time_point> listed_;
  std::weak_ptr<Callers> listing_;
  std::map<std::string, std::weak_ptr<Callers>> looking_;
};

}  // namespace banker::http
