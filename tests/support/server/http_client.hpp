#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace banker::testing {

struct HttpAnswer {
  int status = 0;
  std::string head;  // the status line and the headers
  std::string body;
};

// One connection that is kept open, and waits for answers. Connects again when the other side has closed.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : port_(port) {}
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient() { hang_up(); }

  // Nothing: no whole answer came, and whether the request was done is not known.
  std::optional<HttpAnswer> send(std::string_view method, std::string_view target,
                                 std::string_view body = "") {
    if (socket_ < 0 && !dial()) return std::nullopt;
    std::string text(method);
    text.append(" ").append(target).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    if (method != "GET")
      text.append("Content-Type: application/json\r\nContent-Length: ")
          .append(std::to_string(body.size()))
          .append("\r\n");
    text.append("\r\n").append(body);
    auto answer = write_all(text) ? read_answer() : std::nullopt;
    if (!answer) hang_up();
    return answer;
  }

  void hang_up() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
    buffer_.clear();
  }

 private:
  bool dial() {
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int at_once = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return true;
    hang_up();
    return false;
  }
  bool write_all(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  bool read_more() {
    char piece[65536];
    const ssize_t n = recv(socket_, piece, sizeof piece, 0);
    if (n <= 0) return false;
    buffer_.append(piece, static_cast<std::size_t>(n));
    return true;
  }
  // What comes before `mark`, without it.
  std::optional<std::string> read_until(std::string_view mark) {
    std::size_t end = 0;
    while ((end = buffer_.find(mark)) == std::string::npos)
      if (!read_more()) return std::nullopt;
    std::string text = buffer_.substr(0, end);
    buffer_.erase(0, end + mark.size());
    return text;
  }
  bool read_exactly(std::size_t size, std::string& out) {
    while (buffer_.size() < size)
      if (!read_more()) return false;
    out.append(buffer_, 0, size);
    buffer_.erase(0, size);
    return true;
  }
  bool read_chunks(std::string& out) {
    for (;;) {
      const auto line = read_until("\r\n");
      std::size_t size = 0;
      if (!line || std::from_chars(line->data(), line->data() + line->size(), size, 16).ec != std::errc())
        return false;
      if (!read_exactly(size, out) || !read_until("\r\n")) return false;
      if (size == 0) return true;
    }
  }
  static std::string header(const std::string& head, std::string_view name) {
    const auto same = [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    const std::string key = "\r\n" + std::string(name) + ": ";
    const auto found = std::search(head.begin(), head.end(), key.begin(), key.end(), same);
    if (found == head.end()) return "";
    const auto start = found + static_cast<std::ptrdiff_t>(key.size());
    return std::string(start, std::find(start, head.end(), '\r'));
  }
  std::optional<HttpAnswer> read_answer() {
    HttpAnswer answer;
    auto head = read_until("\r\n\r\n");
    if (!head || head->size() < 12) return std::nullopt;
    answer.head = *std::move(head);
    answer.status = std::atoi(answer.head.c_str() + 9);
    const std::string length = header(answer.head, "Content-Length");
    const bool whole = header(answer.head, "Transfer-Encoding") == "chunked"
                           ? read_chunks(answer.body)
                           : read_exactly(length.empty() ? 0 : std::stoul(length), answer.body);
    if (!whole) return std::nullopt;
    if (header(answer.head, "Connection") == "close") hang_up();
    return answer;
  }

  std::uint16_t port_;
  int socket_ = -1;
  std::string buffer_;
};

}  // namespace banker::testing
