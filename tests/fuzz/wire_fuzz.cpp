// Any bytes from a socket, read as a session reads them: the same requests and the same refusal however they are cut.
//
// The first three bytes are the sizes of the pieces; a byte 255 in the rest stands for a thousand letters.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "http/input.hpp"
#include "http/parser.hpp"
#include "require.hpp"

namespace {

using namespace banker;
using http::Parser;
using testing::require;

struct Heard {
  std::vector<std::string> requests;  // as one text each
  int refused = 0;                    // the status; 0: not at all
  std::size_t end = 0;                // of the last request
};

std::string text(const Parser& parser) {
  const http::Request& r = parser.request;
  std::string all = parser.keep_alive() ? "+" : "-";
  all += parser.old() ? "0" : "1";
  for (const std::string* part :
       {&r.method, &r.target, &r.host, &r.origin, &r.fetch_site, &r.authorization, &r.encoding, &r.body})
    all += std::to_string(part->size()) + ' ' + *part;
  return all;
}

// Reads the text in pieces of these sizes, again and again, or smaller ones where there is no room.
Heard read(std::string_view all, const std::vector<std::size_t>& pieces) {
  http::Input input;
  Parser parser(100);
  Heard heard;
  std::size_t read = 0, used = 0;
  for (std::size_t next = 0; read < all.size(); ++next) {
    const auto room = input.room();
    const std::size_t n = std::min({pieces[next % pieces.size()], room.size(), all.size() - read});
    std::memcpy(room.data(), all.data() + read, n);
    input.add(n);
    read += n;
    while (!input.empty()) {
      const std::size_t now = parser.feed(input.bytes());
      require(now <= input.bytes().size());
      input.use(now);
      used += now;
      if (parser.state() != Parser::State::kDone) break;
      require(used > heard.end);  // or there would be no end of requests
      heard.end = used;
      heard.requests.push_back(text(parser));
      parser.reset();
    }
    if (parser.state() == Parser::State::kBad) heard.refused = parser.status();
    else if (input.full()) heard.refused = 400;
    if (heard.refused != 0) break;
  }
  require(parser.state() != Parser::State::kBad || !parser.detail().empty());
  for (const int status : {0, 400, 413, 431})
    if (heard.refused == status) return heard;
  std::abort();
}

// Whether there is the end of a header, which the grammar looks for behind the eight bytes that it takes for the version.
bool has_end(std::string_view header) {
  const std::string_view line = header.substr(0, header.find("\r\n"));
  const auto target = line.find(' '), version = target == line.npos ? target : line.find(' ', target + 1);
  if (version != line.npos && line.size() < version + 1 + 8) return false;
  return header.find("\r\n\r\n") != header.npos;
}

// What is behind the last whole request is refused in the same way, with one exception: a header without an end. If it is too
// long and wrong, it is refused as either. If it is not too long, what is wrong in it may not be seen before its end comes.
void check_refusals(std::string_view rest, int whole, int cut) {
  const auto as_header = [](int status) { return status == 400 || status == 431; };
  if (has_end(rest.substr(0, http::kMostHeader))) require(whole == cut);
  else if (rest.size() > http::kMostHeader) require(as_header(whole) && as_header(cut));
  else require(cut == 0 || cut == whole);
}

std::string stretch(std::string_view bytes) {
  constexpr std::size_t kMost = 100'000;
  std::string all;
  for (const char c : bytes.substr(0, kMost)) {
    if (c == '\xff' && all.size() < kMost) all.append(1000, 'x');
    else all += c;
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  std::vector<std::size_t> pieces;
  for (int i = 0; i < 3; ++i) pieces.push_back(data[i] < 200 ? data[i] + 1u : (data[i] - 199) * 500u);
  const std::string all = stretch({reinterpret_cast<const char*>(data) + 3, size - 3});
  const Heard whole = read(all, {http::Input::kSize}), cut = read(all, pieces);
  require(whole.requests == cut.requests && whole.end == cut.end);
  check_refusals(std::string_view(all).substr(whole.end), whole.refused, cut.refused);
  return 0;
}
