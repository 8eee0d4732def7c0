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
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace banker::testing {

// An answer as it came.
struct Answered {
  int status = 0;
  std::string head, body;  // the head: the status line and the headers
  bool has(std::string_view line) const { return head.find(line) != std::string::npos; }
  // What a header says, however its name is written; empty: there is none.
  std::string header(std::string_view name) const {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    const std::string key = "\r\n" + std::string(name) + ": ";
    const auto found = std::search(head.begin(), head.end(), key.begin(), key.end(), same);
    if (found == head.end()) return "";
    const auto start = found + static_cast<std::ptrdiff_t>(key.size());
    return std::string(start, std::find(start, head.end(), '\r'));
  }
};

// A connection to a server on this machine that sends any bytes, and waits for what comes back.
class Wire {
 public:
  explicit Wire(std::uint16_t port, std::uint32_t host = INADDR_LOOPBACK)
      : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(host);
    const int at_once = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
    hang_up();
    throw std::runtime_error("nobody listens on port " + std::to_string(port));
  }
  Wire(Wire&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), buffer_(std::move(other.buffer_)) {}
  Wire& operator=(Wire&&) = delete;
  ~Wire() { hang_up(); }
  void hang_up() {
    if (socket_ >= 0) close(std::exchange(socket_, -1));
  }
  int descriptor() const { return socket_; }

  // False: the other side does not listen any more.
  bool send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  // With more headers: lines, each with its end.
  bool send_get(std::string_view target, std::string_view more = "") {
    return send("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) +
                "\r\n");
  }
  bool send_post(std::string_view target, std::string_view body = "", std::string_view more = "") {
    return send("POST " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) +
                "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  }

  // What comes before `mark`, without it. Nothing: the connection ended first.
  std::optional<std::string> read_until(std::string_view mark) {
    std::size_t end = 0;
    while ((end = buffer_.find(mark)) == std::string::npos)
      if (!read_more()) return std::nullopt;
    std::string text = buffer_.substr(0, end);
    buffer_.erase(0, end + mark.size());
    return text;
  }
  std::optional<std::string> read_exactly(std::size_t size) {
    while (buffer_.size() < size)
      if (!read_more()) return std::nullopt;
    std::string text = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return text;
  }
  // The text of the next chunk; empty: the last one.
  std::optional<std::string> read_chunk() {
    const auto line = read_until("\r\n");
    std::size_t size = 0;
    if (!line || std::from_chars(line->data(), line->data() + line->size(), size, 16).ec != std::errc())
      return std::nullopt;
    auto text = read_exactly(size);
    return read_exactly(2) == "\r\n" ? text : std::nullopt;
  }
  // Of a stream only the head, of HEAD as well.
  std::optional<Answered> read_answer(bool with_body = true) {
    auto head = read_until("\r\n\r\n");
    if (!head || head->size() < 12) return std::nullopt;
    Answered answer{std::atoi(head->c_str() + 9), *std::move(head), ""};
    const std::string length = answer.header("Content-Length");
    if (!with_body || length.empty()) return answer;
    auto body = read_exactly(std::stoul(length));
    if (!body) return std::nullopt;
    answer.body = *std::move(body);
    return answer;
  }
  // Of a stream all of it, to its last chunk.
  std::optional<Answered> read_whole_answer() {
    auto answer = read_answer();
    if (!answer || answer->header("Transfer-Encoding") != "chunked") return answer;
    while (const auto piece = read_chunk()) {
      if (piece->empty()) return answer;
      answer->body += *piece;
    }
    return std::nullopt;
  }
  std::string read_to_end() {
    while (read_more()) continue;
    return std::exchange(buffer_, "");
  }
  bool ends() { return read_to_end().empty(); }  // with nothing more before it

 private:
  bool read_more() {
    char piece[65536];
    const ssize_t n = recv(socket_, piece, sizeof piece, 0);
    if (n > 0) buffer_.append(piece, static_cast<std::size_t>(n));
    return n > 0;
  }

  int socket_;
  std::string buffer_;
};

}  // namespace banker::testing
