#pragma once

#include <boost/asio/buffer.hpp>
#include <memory>
#include <string>
#include <utility>

#include "head.hpp"
#include "held.hpp"

namespace banker::http {

// Bytes that are to be written: an answer, or a piece of a stream. Long answers are counted at the gate until they are written.
class Output {
 public:
  static constexpr std::size_t kKept = std::size_t{1} << 16;  // bytes that stay allocated between answers

  explicit Output(Gate& gate) : gate_(gate) {}

  // Takes the body out of the answer, and what is held for it. False: there is no room for it.
  bool put(Response& response, Frame frame) {
    held_ = std::move(response.held);
    const std::size_t size = frame.head ? 0 : response.body.size();
    if (!hold(size > kKept ? size + kHead : 0)) return clear(), false;
    write_answer(bytes_, response, frame);
    response.body = std::string();
    return true;
  }
  // `old`: without chunks.
  void put(Stream::Piece&& piece, bool old) {
    if (old) bytes_ = std::move(piece.text);
    else write_chunk(bytes_, piece);
  }

  boost::asio::const_buffer left() const { return {bytes_.data() + written_, bytes_.size() - written_}; }
  void use(std::size_t n) { written_ += n; }
  bool done() const { return written_ == bytes_.size(); }
  void clear() {
    bytes_.clear();
    if (bytes_.capacity() > kKept) bytes_.shrink_to_fit();
    written_ = 0;
    held_.reset();
  }

 private:
  bool hold(std::size_t size) {
    if (!held_ && size > 0) held_ = std::make_shared<Held>(&gate_);
    return !held_ || held_->set(size);
  }

  Gate& gate_;
  std::string bytes_;
  std::size_t written_ = 0;     // of bytes_
  std::shared_ptr<Held> held_;  // null: nothing
};

}  // namespace banker::http
