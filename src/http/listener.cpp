#include "listener.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <thread>

#include "../core/text.hpp"

namespace banker::http {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr rlim_t kOwnFiles = 64;                       // of the journal, and standard ones
constexpr std::chrono::milliseconds kRetryAfter{100};  // when the system has no room for one more

}  // namespace

Result<asio::ip::address> read_address(const std::string& text) {
  error_code ec;
  const auto address = asio::ip::make_address(text == "localhost" ? "127.0.0.1" : text, ec);
  if (!ec) return address;
  return Error{ErrorCode::kBadValue,
               concat("\"", text, "\" is not an address: give an IP address of this machine, as 127.0.0.1, ",
                      "0.0.0.0 for all of them, or ::1")};
}

std::size_t room_for(std::size_t connections) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return connections;
  const rlim_t wanted = std::max<rlim_t>(files.rlim_cur, connections + kOwnFiles);
  files.rlim_cur = std::min(wanted, files.rlim_max);
  setrlimit(RLIMIT_NOFILE, &files);
  getrlimit(RLIMIT_NOFILE, &files);
  const rlim_t room = files.rlim_cur > 2 * kOwnFiles ? files.rlim_cur - kOwnFiles : files.rlim_cur / 2;
  return std::max<std::size_t>(1, std::min<std::size_t>(connections, room));
}

Listener::Listener(Shop& shop, std::span<const std::unique_ptr<Clerk>> clerks)
    : shop_(shop), clerks_(clerks), acceptor_(clerks[0]->context()), pause_(clerks[0]->context()) {}

std::optional<Error> Listener::open(const tcp::endpoint& endpoint) {
  error_code ec;
  acceptor_.open(endpoint.protocol(), ec);
  if (!ec) acceptor_.set_option(tcp::acceptor::reuse_address(true), ec);
  if (!ec) acceptor_.bind(endpoint, ec);
  if (!ec) acceptor_.listen(asio::socket_base::max_listen_connections, ec);
  if (!ec) port_ = acceptor_.local_endpoint(ec).port();
  if (!ec) return std::nullopt;
  return Error{ErrorCode::kDisk,
               concat("cannot listen on ", endpoint.address().to_string(), " port ", endpoint.port(), ": ",
                      ec.message(), ec == asio::error::address_in_use ? "; --port 0 takes a free one" : "")};
}

void Listener::start() {
  asio::post(acceptor_.get_executor(), [this] { accept(); });
}

void Listener::close() {
  asio::post(acceptor_.get_executor(), [this] {
    error_code ec;
    acceptor_.non_blocking(true, ec);
    while (shop_.router && !ec && shop_.gate.enter([] {})) take(ec);
    acceptor_.close(ec);
    pause_.cancel();
  });
}

// Those who are in the queue of the system have sent their requests in good faith. If the service did not start, there is
// nobody who could answer.
void Listener::take(error_code& ec) {
  Gate::Place place(&shop_.gate);
  Clerk& clerk = next_clerk();
  tcp::socket socket = acceptor_.accept(clerk.context(), ec);
  if (!ec) clerk.adopt(std::move(socket), std::move(place));
}

void Listener::accept() {
  if (!acceptor_.is_open() || !shop_.gate.enter([this] { start(); })) return;
  Gate::Place place(&shop_.gate);
  Clerk& clerk = next_clerk();
  try {
    acceptor_.async_accept(
        clerk.context(), [this, &clerk, place = std::move(place)](error_code ec, tcp::socket socket) mutable {
          if (!ec) clerk.adopt(std::move(socket), std::move(place));
          place.reset();
          if (!ec) accept();
          else if (acceptor_.is_open()) accept_later();
        });
  } catch (const std::exception&) {  // there is no memory
    accept_later();
  }
}

// If there is no memory for the timer either, this waits here: if it returned, nobody would accept again.
void Listener::accept_later() {
  while (acceptor_.is_open()) {
    try {
      pause_.expires_after(kRetryAfter);
      return pause_.async_wait([this](error_code ec) {
        if (!ec) accept();
      });
    } catch (const std::exception&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

}  // namespace banker::http
