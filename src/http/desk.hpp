#pragma once

#include <functional>
#include <memory>
#include <string>

#include "banker/service/service.hpp"
#include "gate.hpp"
#include "hub.hpp"
#include "live.hpp"
#include "looker.hpp"
#include "message.hpp"
#include "metrics.hpp"
#include "places.hpp"
#include "problem.hpp"
#include "query.hpp"
#include "worker.hpp"

namespace banker::http {

using Send = std::function<void(Response&&)>;

// A request whose route is known. If all copies of `send` are gone without an answer, the connection is closed.
struct Call {
  std::string bandit, id;  // of the path
  Query query;             // only what the route knows, and each once
  std::string body;
  Send send;
};

// What routes answer from.
struct Desk {
  // `of_bytes`: where long answers are counted; null: nowhere.
  Desk(service::Service& of, Hub& events, Gate* of_bytes = nullptr)
      : service(of), hub(events), gate(of_bytes), live(of, events, worker), looker(of) {}
  ~Desk() { live.close(); }

  service::Service& service;
  Hub& hub;
  Gate* const gate;
  StatusCounts counts;
  Places logs{4};  // being read
  Live live;
  // The last members: their jobs use the others. Opening a log may take long, and long answers do not wait for it.
  Worker worker;  // reads long bodies, and writes long answers
  Worker reader;  // of logs
  Looker looker;  // at the past

  // Hands the request to the service; `write` makes its answer an answer of HTTP.
  //
  // A long answer is counted at the gate from here until it is sent, or nobody is there any more. If there is no room for it,
  // a look is refused: 429. So is what would change something, if it is known before; afterwards it is done, and `send` is
  // dropped.
  using Write = std::function<Response(const service::Answer&)>;
  void submit(service::Request request, Send send, Write write);
  template <class Answer>
  void submit(service::Request request, Response (*write)(const Answer&), Send send) {
    submit(std::move(request), std::move(send),
           [write](const service::Answer& answer) { return write(std::get<Answer>(answer)); });
  }
};

store::Time now();  // the server's clock

}  // namespace banker::http
