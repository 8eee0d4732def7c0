#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>

namespace banker::testing {

// A free port that stays ours: the system gives it to nobody else while it is bound here. As nobody listens on it here, a server
// that is told its number may, again and again.
class KeptPort {
 public:
  KeptPort() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int reuse = 1;
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
        getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      close(socket_);
      throw std::runtime_error("there is no free port");
    }
    number_ = ntohs(address.sin_port);
  }
  KeptPort(const KeptPort&) = delete;
  KeptPort& operator=(const KeptPort&) = delete;
  ~KeptPort() { close(socket_); }
  std::uint16_t number() const { return number_; }

 private:
  int socket_;
  std::uint16_t number_ = 0;
};

}  // namespace banker::testing
