// The parser: what a request is does not depend on how it is cut into pieces.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "http/parser.hpp"

namespace banker::testing::server_parser_test {
namespace {

using http::Parser;

// What came of a text that was fed in pieces of these sizes, the last one again and again.
struct Outcomes {
  std::vector<std::string> requests;  // as one text each
  int refused = 0;                    // the status; 0: not at all
  bool operator==(const Outcomes&) const = default;
};

std::string text(const http::Request& r) {
  return r.method + ' ' + r.target + '|' + r.host + '|' + r.origin + '|' + r.fetch_site + '|' +
         r.authorization + '|' + r.encoding + '|' + r.body;
}

Outcomes feed(const std::string& all, const std::vector<std::size_t>& pieces) {
  Parser parser(100);
  Outcomes outcomes;
  std::size_t begin = 0, end = 0, next = 0;
  while (end < all.size() || begin < end) {
    begin += parser.feed(std::string_view(all).substr(begin, end - begin));
    if (parser.state() == Parser::State::kBad) {
      outcomes.refused = parser.status();
      break;
    }
    if (parser.state() == Parser::State::kDone) {
      outcomes.requests.push_back(text(parser.request));
      parser.reset();
      continue;
    }
    if (end == all.size()) break;
    end = std::min(all.size(), end + pieces[std::min(next++, pieces.size() - 1)]);
  }
  return outcomes;
}

const std::string kRequests[] = {
    "GET /a HTTP/1.1\r\nHost: h\r\nOrigin: o\r\nSec-Fetch-Site: same-origin\r\nAuthorization: Bearer "
    "t\r\nContent-Encoding: br\r\n\r\n",
    "POST /b?c=d HTTP/1.1\r\nhost:h\r\ncontent-length: 5\r\n\r\nhello",
    "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nHost: "
    "z\r\n\r\n",
    "GET /d HTTP/1.0\r\n\r\n",
    "POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 101\r\n\r\n",
    "nonsense\r\n\r\n",
    "GET /g HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n",
};

TEST(Parser, ReadsWhatIsThere) {
  EXPECT_EQ(feed(kRequests[0], {1000}).requests,
            (std::vector<std::string>{"GET /a|h|o|same-origin|Bearer t|br|"}));
  EXPECT_EQ(feed(kRequests[1], {1000}).requests, (std::vector<std::string>{"POST /b?c=d|h|||||hello"}));
  EXPECT_EQ(feed(kRequests[2], {1000}).requests, (std::vector<std::string>{"POST /c|h|||||hello"}));
  EXPECT_EQ(feed(kRequests[3], {1000}).requests, (std::vector<std::string>{"GET /d||||||"}));
  EXPECT_EQ(feed(kRequests[4], {1000}).refused, 413);
  EXPECT_EQ(feed(kRequests[5], {1000}).refused, 400);
}

// A header of this many bytes: what it begins with, filled up with copies of a line.
std::string header_of(std::size_t size, const std::string& line,
                      std::string header = "GET / HTTP/1.1\r\nHost: h\r\n") {
  const std::string last = "X: \r\n\r\n";
  while (header.size() + line.size() + last.size() <= size) header += line;
  header += last;
  header.insert(header.size() - 4, size - header.size(), 'x');
  return header;
}

TEST(Parser, TheLongestHeaderIsTheSameHoweverItIsCut) {
  for (const std::string line : {"A: b\r\n", "A:b\r\n", "A:            b \r\n"}) {
    for (const std::size_t piece : {1, 3, 100, 1000, 5000, 1'000'000}) {
      SCOPED_TRACE(line + std::to_string(piece));
      EXPECT_EQ(feed(header_of(http::kMostHeader, line), {piece}).requests.size(), 1u);
      EXPECT_EQ(feed(header_of(http::kMostHeader + 1, line), {piece}).refused, 431);
      // Who never comes to an end is not waited for.
      std::string endless = header_of(http::kMostHeader + 3, line);
      endless.resize(http::kMostHeader + 1);
      for (const std::size_t first : {1, 50, 4000, 9000})
        EXPECT_EQ(feed(endless, {first, piece}).refused, 431) << first;
      // Nor does it matter how much would follow.
      const std::string large = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n";
      EXPECT_EQ(feed(header_of(http::kMostHeader, line, large), {piece}).refused, 413);
      EXPECT_EQ(feed(header_of(http::kMostHeader + 1, line, large), {piece}).refused, 431);
    }
  }
}

TEST(Parser, PiecesDoNotMatter) {
  EXPECT_TRUE(rc::check("any requests, cut anywhere, and damaged", [] {
    std::string all;
    for (const auto i : *rc::gen::container<std::vector<int>>(rc::gen::inRange<int>(0, std::size(kRequests))))
      all += kRequests[static_cast<std::size_t>(i)];
    RC_PRE(!all.empty());
    if (*rc::gen::arbitrary<bool>())
      all[*rc::gen::inRange<std::size_t>(0, all.size())] = *rc::gen::arbitrary<char>();
    const auto pieces = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 40)));
    RC_ASSERT(feed(all, pieces) == feed(all, {all.size()}));
  }));
}

// A header that goes on in another line: whoever is in between may have read two.
TEST(Parser, HeadersInSeveralLinesAreRefused) {
  const std::string start = "POST / HTTP/1.1\r\nHost: h\r\n";
  for (const std::string header :
       {"Transfer-Encoding:\r\n chunked", "Transfer-Encoding: \r\n\tchunked", "A: b\r\n c", "A: b\r\n\tc",
        "A: b\r\n ", "A:\r\n ", "A: \r\n \r\n  b", "A: b\r\n c\r\n d", "Host:\r\n h"}) {
    const std::string folded = start + header + "\r\n\r\n0\r\n\r\n";
    const std::string trailing =
        start + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n" + header + "\r\n\r\n";
    for (const std::string& all : {folded, trailing}) {
      for (std::size_t piece = 1; piece <= all.size(); ++piece) {
        const Outcomes outcomes = feed(all, {piece});
        EXPECT_EQ(outcomes.refused, 400) << header << " in pieces of " << piece;
        EXPECT_TRUE(outcomes.requests.empty());
      }
    }
  }
  for (const std::string header : {"A:", "A: ", "A:\t \t", "A:b", "A: \tb c\t "}) {
    const std::string good = "GET / HTTP/1.1\r\nHost: h\r\n" + header + "\r\nB: c\r\n\r\n";
    for (std::size_t piece = 1; piece <= good.size(); ++piece)
      EXPECT_EQ(feed(good, {piece}).requests.size(), 1u) << header;
  }
}

TEST(Parser, KnowsWhoWaits) {
  Parser parser(100);
  const std::string header =
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
  EXPECT_EQ(parser.feed(header), header.size());
  EXPECT_TRUE(parser.waits());
  parser.feed("{");
  EXPECT_FALSE(parser.waits());
  parser.feed("}");
  EXPECT_EQ(parser.state(), Parser::State::kDone);
  EXPECT_TRUE(parser.keep_alive());
  EXPECT_FALSE(parser.old());
}

}  // namespace
}  // namespace banker::testing::server_parser_test
