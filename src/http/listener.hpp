#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "banker/core/result.hpp"
#include "clerk.hpp"

namespace banker::http {

Result<boost::asio::ip::address> read_address(const std::string& text);

// How many connections there may be: as many as wanted, if the system gives that many files.
std::size_t room_for(std::size_t connections);

// Accepts connections and deals them out to the clerks in turn. When the gate is full it stops accepting: the system
// keeps some in its queue, and nothing is spent on the others, not even an answer.
class Listener {
 public:
  Listener(Shop& shop, std::span<const std::unique_ptr<Clerk>> clerks);

  std::optional<Error> open(const boost::asio::ip::tcp::endpoint& endpoint);
  std::uint16_t port() const { return port_; }
  void start();
  void close();  // from any thread; before the clerks stop

 private:
  void accept();
  void accept_later();
  void take(boost::system::error_code& ec);
  Clerk& next_clerk() { return *clerks_[next_++ % clerks_.size()]; }

  Shop& shop_;
  std::span<const std::unique_ptr<Clerk>> clerks_;
  std::size_t next_ = 0;  // clerk
  std::uint16_t port_ = 0;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
};

}  // namespace banker::http
