#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "banker/service/service.hpp"
#include "banker/store/tokens.hpp"
#include "hub.hpp"
#include "message.hpp"

namespace banker::http {

struct Desk;
class Gate;
class Guard;

struct RouterOptions {
  // Without tokens: answer whatever the Host header says (a public address, --insecure).
  bool any_host = false;
  // Only this machine can reach the server. If others can, and any_host does not let them, no tokens are not enough.
  bool loopback = true;
  // The address it listens on, as a Host header has it. On this machine it is as good as localhost.
  std::string own_host = "127.0.0.1";
  std::size_t max_body = std::size_t{16} << 20;
  Gate* gate = nullptr;  // counts the bytes of long answers, and outlives the router; null: nobody does
};

// Requests to answers, through the service. Thread safe: any number of handle() at once.
class Router {
 public:
  // All of them outlive the router.
  Router(service::Service& service, store::Tokens& tokens, Hub& hub, const RouterOptions& options);
  // Waits until every answer has been sent. The streams of those answers must be gone.
  ~Router();

  // `send` is called once, on any thread, possibly before this returns, and must not throw. The answer to HEAD is the one
  // to GET, with its body, which the caller leaves out; but without its stream. If this throws, there is no answer.
  using Send = std::function<void(Response&&)>;
  void handle(Request request, Send send);

  // Counts an answer that did not come from here, such as a request that was not one, for /metrics.
  void count(int status);

 private:
  class Reply;
  void dispatch(Request&& request, const std::shared_ptr<Reply>& reply);

  RouterOptions options_;
  std::unique_ptr<Desk> desk_;
  std::unique_ptr<Guard> guard_;
  std::atomic<std::size_t> under_way_{0};  // answers not yet sent
};

}  // namespace banker::http
