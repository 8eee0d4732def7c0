#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "banker/http/server.hpp"
#include "gate.hpp"
#include "router.hpp"
#include "session.hpp"

namespace banker::http {

// What all clerks share. Outlives them.
struct Shop {
  ServerOptions options;
  Gate gate;
  Hub* hub = nullptr;
  Router* router = nullptr;
  boost::asio::ssl::context* tls = nullptr;  // null: plain
};

// A thread with the connections that live on it, each of which is touched by this thread only.
//
// Answers come from other threads, many at once after a commit. They go to an inbox, and the thread is woken once for
// all that gathered in it. They name their connection by a number, so that one that is gone is nobody's trouble.
class Clerk {
 public:
  explicit Clerk(Shop& shop);
  ~Clerk();

  // From any thread.
  boost::asio::io_context& context() { return context_; }
  // Never throws: without memory the connection is closed.
  void adopt(boost::asio::ip::tcp::socket socket, Gate::Place place) noexcept;
  using Delivery = std::variant<Response, Stream::Piece>;
  void deliver(std::uint64_t session, Delivery what) noexcept;
  void drain();
  void stop();  // closes what is left, and waits for the thread

  // Of sessions, on this thread.
  const ServerOptions& options() const { return shop_.options; }
  bool draining() const { return draining_; }
  void handle(std::uint64_t session, Request request);     // answer() follows
  void ask(std::uint64_t session, Stream& stream);         // piece() follows
  void count(int status) { shop_.router->count(status); }  // of an answer that no route gave
  Gate& gate() { return shop_.gate; }                      // counts the bytes of what is long
  void forget(std::uint64_t session);

 private:
  void run();
  void empty_inbox();
  void tick();
  template <class Do>
  void for_each_session(Do what);
  void close_all();

  Shop& shop_;
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
  boost::asio::steady_timer timer_{context_};
  bool ticking_ = false;
  struct Seat {
    std::shared_ptr<Session> session;
    Gate::Place place;
  };
  std::unordered_map<std::uint64_t, Seat> seats_;
  std::uint64_t last_id_ = 0;
  bool draining_ = false;

  struct Letter {
    std::uint64_t session;
    Delivery what;
  };
  std::mutex mutex_;  // of the two below
  std::vector<Letter> inbox_;
  bool closed_ = false;
  std::vector<Letter> opened_;      // reused
  std::atomic<bool> lost_ = false;  // a letter, for lack of memory

  std::thread thread_;
};

}  // namespace banker::http
