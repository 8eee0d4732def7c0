// Any requests to the routes of the server: never a crash, never the server's fault, and every log replays.
//
// The bytes are requests with a line "%%%" between them: method and target, then headers, an empty line, and the body.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <future>
#include <sstream>
#include <string>

#include "../http/given_tokens.hpp"
#include "../support/server/memory_journal.hpp"
#include "agent/json.hpp"
#include "banker/agent/replay.hpp"
#include "http/router.hpp"
#include "require.hpp"

namespace {

using namespace banker;
using testing::require;

// The text before the mark; what is behind it is left.
std::string cut(std::string& text, const std::string& mark) {
  const auto at = std::min(text.find(mark), text.size());
  std::string first = text.substr(0, at);
  text.erase(0, at + mark.size());
  return first;
}

http::Request read_request(std::string text) {
  http::Request request;
  std::string head = cut(text, "\n\n");
  request.body = std::move(text);
  request.target = cut(head, "\n");
  request.method = cut(request.target, " ");
  request.host = "localhost";
  while (!head.empty()) {
    std::string value = cut(head, "\n");
    const std::string name = cut(value, ": ");
    if (name == "Host") request.host = value;
    if (name == "Origin") request.origin = value;
    if (name == "Sec-Fetch-Site") request.fetch_site = value;
    if (name == "Authorization") request.authorization = value;
  }
  return request;
}

// Large bodies of linear agents are slow, not different.
bool is_slow(const std::string& body) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::size_t run = 0;
  for (const char c : body) {
    run = digit(c) ? run + 1 : 0;
    if (run == 3) return body.find("dimension") != body.npos;
  }
  return false;
}

// What was streamed is a log, from its spec to its last event.
void check_log(http::Stream& stream) {
  Replay replay;
  for (bool last = false; !last;) {
    std::promise<http::Stream::Piece> promise;
    stream.next([&](http::Stream::Piece piece) { promise.set_value(std::move(piece)); });
    const auto piece = promise.get_future().get();
    require(!piece.failed);
    std::istringstream lines(piece.text);
    for (std::string line; std::getline(lines, line);) require(bool(replay.feed(line)));
    last = piece.last;
  }
  require(replay.agent() != nullptr);
}

void check(const http::Response& response) {
  require(response.status >= 200 && response.status < 500);
  require((response.status >= 400) == (response.type == "application/problem+json"));
  if (response.type == "application/x-ndjson" && response.stream) check_log(*response.stream);
  if (!response.type.ends_with("json") || response.stream) return;
  const auto json = parse_json(response.body);
  require(bool(json));
  require(response.status < 400 || (json->size() == 4 && (*json)["status"] == response.status));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  service::Options options;
  options.max_arms = options.max_at_once = 50;
  const auto service = *service::Service::start(
      std::make_unique<testing::MemoryJournal>(std::make_shared<testing::MemoryDisk>()), std::move(options));
  testing::GivenTokens tokens;
  http::Hub hub;
  http::Router router(*service, tokens, hub, {});
  while (!text.empty()) {
    http::Request request = read_request(cut(text, "\n%%%\n"));
    if (is_slow(request.body)) continue;
    if (request.authorization == "Bearer tell")
      tokens.tokens["tell"].tell = true;  // from here on there are tokens
    std::promise<http::Response> promise;
    router.handle(std::move(request),
                  [&](http::Response&& response) { promise.set_value(std::move(response)); });
    check(promise.get_future().get());
  }
  return 0;
}
