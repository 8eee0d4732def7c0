#include "head.hpp"

#include <charconv>
#include <ctime>

#include "../core/text.hpp"
#include "problem.hpp"

namespace banker::http {

namespace {

// "Date: Fri, 02 Jan 2026 03:04:05 GMT\r\n", made once per second.
std::string_view date() {
  thread_local std::time_t last = -1;
  thread_local char text[64];
  thread_local std::size_t size = 0;
  const std::time_t now = std::time(nullptr);
  if (now != last) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    size = std::strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    last = now;
  }
  return {text, size};
}

void write_field(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

// How the other side finds the end.
void write_framing(std::string& out, const Response& response, Frame frame) {
  if (response.stream) {
    if (!frame.old) write_field(out, "Transfer-Encoding", "chunked");
  } else if (response.status != 204 && !(frame.head && response.body.empty())) {
    write_field(out, "Content-Length", std::to_string(response.body.size()));
  }
  if (frame.close) write_field(out, "Connection", "close");
  else if (frame.old) write_field(out, "Connection", "keep-alive");
}

}  // namespace

bool is_events(const Response& response) { return response.type == "text/event-stream"; }

void write_answer(std::string& out, const Response& response, Frame frame) {
  out += "HTTP/1.1 ";
  append(out, response.status);
  out += ' ';
  out += reason(response.status);
  out += "\r\n";
  out += date();
  if (!response.type.empty() && response.status != 204) write_field(out, "Content-Type", response.type);
  if (is_events(response)) write_field(out, "Cache-Control", "no-store");
  for (const auto& [name, value] : response.headers) write_field(out, name, value);
  write_framing(out, response, frame);
  out += "\r\n";
  if (!frame.head && response.status != 204) out += response.body;
}

void write_chunk(std::string& out, const Stream::Piece& piece) {
  if (!piece.text.empty()) {
    char size[16];
    out.append(size, std::to_chars(size, size + sizeof size, piece.text.size(), 16).ptr);
    out += "\r\n";
    out += piece.text;
    out += "\r\n";
  }
  if (piece.last) out += "0\r\n\r\n";
}

}  // namespace banker::http
