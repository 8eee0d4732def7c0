#include "serve_client.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace banker::bench {

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

struct Answer {
  Reply reply;
  bool whole = false;
};

std::size_t number_after(std::string_view text, std::size_t at) {
  std::size_t value = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), value);
  return value;
}

// "HTTP/1.1 200 OK", headers, an empty line and the body, if all of it is there.
Answer read_answer(std::string_view text) {
  constexpr std::string_view kLength = "\r\nContent-Length: ";
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) return {};
  const std::string_view head = text.substr(0, end + 2);
  const int status = static_cast<int>(number_after(head, 9));
  const std::size_t length = head.find(kLength);
  if (length == std::string_view::npos && status != 204)
    throw std::runtime_error("an answer without its length: " + std::string(head));
  const std::size_t size = length == std::string_view::npos ? 0 : number_after(head, length + kLength.size());
  const std::string_view rest = text.substr(end + 4);
  if (rest.size() > size) throw std::runtime_error("an answer is longer than it says");
  return {{status, rest}, rest.size() == size};
}

}  // namespace

int connect_to(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    fail("connect");
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Client::Client(std::uint16_t port, std::size_t connections)
    : poll_(epoll_create1(EPOLL_CLOEXEC)), connections_(connections) {
  for (std::size_t i = 0; i < connections; ++i) {
    connections_[i].socket = connect_to(port);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = i;
    if (epoll_ctl(poll_, EPOLL_CTL_ADD, connections_[i].socket, &event) != 0) fail("epoll_ctl");
  }
}

Client::~Client() {
  for (const Connection& connection : connections_) close(connection.socket);
  close(poll_);
}

void Client::send(Connection& connection) {
  connection.sent_at = now();
  std::string_view rest = connection.request;
  while (!rest.empty()) {
    const ssize_t sent = ::send(connection.socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0) fail("send");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  connection.request.clear();
}

// What has arrived. False: not the whole answer.
bool Client::receive(Connection& connection) {
  std::array<char, 65'536> piece;
  const ssize_t got = recv(connection.socket, piece.data(), piece.size(), MSG_DONTWAIT);
  if (got == 0) throw std::runtime_error("the server closed a connection");
  if (got < 0 && errno != EAGAIN) fail("recv");
  if (got > 0) connection.answer.append(piece.data(), static_cast<std::size_t>(got));
  return read_answer(connection.answer).whole;
}

Traffic Client::run(double seconds, const Next& next) {
  Traffic traffic;
  const double start = now(), end = start + seconds;
  std::size_t waiting = 0;
  const auto go_on = [&](Connection& connection) {
    if (connection.request.empty() || now() >= end) return;
    send(connection);
    ++waiting;
  };
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    if (connections_[i].request.empty()) next(i, {}, connections_[i].request);
    go_on(connections_[i]);
  }
  while (waiting > 0) {
    std::array<epoll_event, 64> events;
    const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int e = 0; e < count; ++e) {
      const std::size_t i = events[static_cast<std::size_t>(e)].data.u64;
      Connection& connection = connections_[i];
      if (!receive(connection)) continue;
      --waiting;
      ++traffic.answered;
      traffic.latencies.push_back(now() - connection.sent_at);
      next(i, read_answer(connection.answer).reply, connection.request);
      connection.answer.clear();
      go_on(connection);
    }
  }
  traffic.seconds = now() - start;
  return traffic;
}

void write_request(std::string& out, std::string_view method, std::string_view target,
                   std::string_view body) {
  out.append(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\nContent-Length: ");
  out.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

std::string call(Client& client, int status, std::string_view method, std::string_view target,
                 std::string_view body) {
  std::string answer;
  int got = 0;
  client.run(std::numeric_limits<double>::infinity(),
             [&](std::size_t, const Reply& last, std::string& request) {
               if (last.status == 0) return write_request(request, method, target, body);
               got = last.status;
               answer = last.body;
             });
  if (got != status)
    throw std::runtime_error(std::string(target) + " was answered " + std::to_string(got) + ": " + answer);
  return answer;
}

}  // namespace banker::bench
