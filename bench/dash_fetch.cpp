#include "dash_fetch.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "serve_client.hpp"

namespace banker::bench {

namespace {

constexpr std::string_view kLine = "\r\n";

void send_all(int socket, std::string_view rest) {
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0) throw std::system_error(errno, std::generic_category(), "send");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// Waits for something, and appends it.
void receive_into(int socket, std::string& out) {
  std::array<char, 65'536> piece;
  const ssize_t got = recv(socket, piece.data(), piece.size(), 0);
  if (got < 0) throw std::system_error(errno, std::generic_category(), "recv");
  if (got == 0) throw std::runtime_error("the server closed a connection: " + out.substr(0, 300));
  out.append(piece.data(), static_cast<std::size_t>(got));
}

std::size_t number_at(std::string_view text, std::size_t at, int base) {
  std::size_t value = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), value, base);
  return value;
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) ++found;
  return found;
}

}  // namespace

Fetch::Fetch(std::uint16_t port) : socket_(connect_to(port)) {}
Fetch::~Fetch() { close(socket_); }

void Fetch::receive() { receive_into(socket_, answer_); }

// Where the body begins.
std::size_t Fetch::read_head() {
  std::size_t end = 0;
  while ((end = answer_.find("\r\n\r\n")) == std::string::npos) receive();
  return end + 4;
}

void Fetch::read_length(std::size_t body, std::size_t size) {
  while (answer_.size() < body + size) receive();
  body_.assign(answer_, body, size);
}

void Fetch::read_chunks(std::size_t at) {
  for (;;) {
    std::size_t line = 0;
    while ((line = answer_.find(kLine, at)) == std::string::npos) receive();
    const std::size_t size = number_at(answer_, at, 16), begin = line + 2;
    while (answer_.size() < begin + size + 2) receive();
    if (size == 0) return;
    body_.append(answer_, begin, size);
    at = begin + size + 2;
  }
}

std::string_view Fetch::send(std::string_view request) {
  constexpr std::string_view kLength = "\r\nContent-Length: ", kChunked = "\r\nTransfer-Encoding: chunked";
  answer_.clear();
  body_.clear();
  send_all(socket_, request);
  const std::size_t body = read_head();
  const std::string_view head = std::string_view(answer_).substr(0, body);
  const std::size_t status = number_at(head, 9, 10), length = head.find(kLength);
  if (head.find(kChunked) != std::string_view::npos) read_chunks(body);
  else if (length != std::string_view::npos) read_length(body, number_at(head, length + kLength.size(), 10));
  if (status / 100 != 2)
    throw std::runtime_error(std::string(request.substr(0, request.find(kLine))) + " was answered " +
                             std::to_string(status) + ": " + body_.substr(0, 300));
  return body_;
}

std::string_view Fetch::get(std::string_view target) {
  request_.clear();
  write_request(request_, "GET", target, "");
  return send(request_);
}

Stream::Stream(std::uint16_t port, std::string_view target) : socket_(connect_to(port)) {
  std::string request, head;
  write_request(request, "GET", target, "");
  send_all(socket_, request);
  while (head.find("\r\n\r\n") == std::string::npos) receive_into(socket_, head);
  if (number_at(head, 9, 10) != 200)
    throw std::runtime_error(std::string(target) + " was answered " + head.substr(0, 300));
  last_ = head.substr(head.find("\r\n\r\n") + 4);
}

Stream::~Stream() { close(socket_); }

std::size_t Stream::read(std::size_t events, double until, int interrupt) {
  constexpr std::string_view kEvent = "event: ";
  std::size_t came = 0;
  for (;;) {
    came += count(last_, kEvent);
    // As much as can be the beginning of the word.
    last_.erase(0, last_.size() - std::min(last_.size(), kEvent.size() - 1));
    const double left = until - now();
    if (came >= events || left <= 0) return came;
    pollfd waits[] = {{socket_, POLLIN, 0}, {interrupt, POLLIN, 0}};
    const int limit = left > 1e6 ? -1 : static_cast<int>(std::ceil(left * 1e3));
    if (poll(waits, 2, limit) < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    if (waits[1].revents != 0) return came;
    if (waits[0].revents != 0) receive_into(socket_, last_);
  }
}

}  // namespace banker::bench
