#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <memory>

#include "message.hpp"

namespace boost::asio::ssl {
class context;
}

namespace banker::http {

class Clerk;
using Clock = std::chrono::steady_clock;

// A connection, as its clerk sees it. All calls are on the clerk's thread.
class Session {
 public:
  virtual ~Session() = default;
  virtual void start() = 0;
  virtual void answer(Response&& response) = 0;  // of the request that was handed to the clerk
  virtual void piece(Stream::Piece&& piece) = 0;
  virtual void tick(Clock::time_point now) = 0;  // gives up what takes too long
  virtual void drain() = 0;                      // no more requests after the one under way
  virtual void close() = 0;                      // at once
};

// `tls`: null for plain connections.
std::shared_ptr<Session> make_session(Clerk& clerk, std::uint64_t id, boost::asio::ip::tcp::socket socket,
                                      boost::asio::ssl::context* tls);

}  // namespace banker::http
