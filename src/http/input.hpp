#pragma once

#include <boost/asio/buffer.hpp>
#include <cstring>
#include <memory>
#include <string_view>

#include "parser.hpp"

namespace banker::http {

// Bytes that were read and not yet used: room for the longest header, and for what came behind it.
class Input {
 public:
  static constexpr std::size_t kSize = 2 * kMostHeader;

  bool empty() const { return begin_ == end_; }
  bool full() const { return end_ - begin_ == kSize; }
  std::string_view bytes() const { return {buffer_.get() + begin_, end_ - begin_}; }
  void use(std::size_t n) { begin_ += n; }
  void clear() { begin_ = end_ = 0; }

  // Where to read to; and how much was read.
  boost::asio::mutable_buffer room() {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_, begin_ = 0;
    return {buffer_.get() + end_, kSize - end_};
  }
  void add(std::size_t n) { end_ += n; }

 private:
  std::unique_ptr<char[]> buffer_{new char[kSize]};  // not touched before it is needed
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace banker::http
