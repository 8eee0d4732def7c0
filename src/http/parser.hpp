#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "message.hpp"

namespace banker::http {

inline constexpr std::size_t kMostHeader = std::size_t{16} << 10;  // bytes of a request before its body

// Requests out of bytes, as they come: HTTP/1.0 and 1.1, bodies with a length or in chunks. No sockets here.
//
// What could be read in two ways is refused: a length beside chunks, two hosts, a header in several lines, a transfer
// encoding that is not undone.
class Parser {
 public:
  explicit Parser(std::size_t max_body);
  ~Parser();

  enum class State { kMore, kDone, kBad };
  // How many of the bytes were used up. The others are to come again, with more behind them, or after reset() if they
  // belong to the next request.
  std::size_t feed(std::string_view bytes);
  State state() const { return state_; }
  void reset();

  // Once the state is kBad: an answer, and why.
  int status() const { return status_; }
  const std::string& detail() const { return detail_; }

  // Whether the client waits to be told that its body is wanted.
  bool waits() const;
  // Once the state is kDone.
  bool keep_alive() const;
  bool old() const;  // HTTP/1.0, which has no chunks

  Request request;

 private:
  class Grammar;
  void refuse(int status, std::string detail);

  std::size_t max_body_;
  std::unique_ptr<Grammar> grammar_;
  State state_ = State::kMore;
  int status_ = 0;
  std::string detail_;
};

}  // namespace banker::http
