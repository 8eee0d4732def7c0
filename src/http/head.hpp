#pragma once

#include <string>
#include <string_view>

#include "message.hpp"

// Answers as bytes. No sockets here.
namespace banker::http {

// What an answer is framed for.
struct Frame {
  bool head = false;   // the request was HEAD: the answer has no body
  bool old = false;    // of HTTP/1.0, which has no chunks
  bool close = false;  // nothing comes after it
};

bool is_events(const Response& response);  // server-sent events

// The header of an answer, and its body if it has one that is not a stream.
void write_answer(std::string& out, const Response& response, Frame frame);

// A piece of a stream, in chunks.
void write_chunk(std::string& out, const Stream::Piece& piece);

}  // namespace banker::http
