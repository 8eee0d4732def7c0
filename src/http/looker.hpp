#pragma once

#include <functional>
#include <memory>

#include "banker/service/service.hpp"
#include "message.hpp"
#include "places.hpp"
#include "worker.hpp"

namespace banker::http {

// Reads the past of bandits, by a thread and on a connection of its own: nobody who asks, tells or downloads a log waits
// for it, and it waits for none of them. Thread safe.
class Looker {
 public:
  explicit Looker(service::Service& service) : service_(service) {}

  // A place among those who wait; null if too many do. It is given back just before the answer is sent: who has that
  // may come again.
  std::shared_ptr<void> enter() { return waiting_.enter(); }
  static constexpr int kMost = 64;

  // `read` makes an answer, which is sent. If the journal cannot be read, that is 503, and the next one tries anew.
  using Read = std::function<Result<Response>(store::Reader&)>;
  using Send = std::function<void(Response&&)>;
  void post(Read read, Send send, std::shared_ptr<void> place);

 private:
  Response answer(const Read& read);

  service::Service& service_;
  Places waiting_{kMost};
  std::unique_ptr<store::Reader> reader_;  // of the worker alone
  Worker worker_;                          // the last member: its jobs use the others
};

}  // namespace banker::http
