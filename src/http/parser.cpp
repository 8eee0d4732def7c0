#include "parser.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>

#include "../core/text.hpp"

namespace banker::http {

namespace {

namespace beast = boost::beast;
using beast::error_code;
using beast::http::error;
using beast::http::field;
using Bytes = beast::string_view;

constexpr std::size_t kLeastChunks = 5;  // bytes: "0\r\n\r\n". Beast asserts that they come at once
constexpr std::size_t kMostReserved = std::size_t{64} << 10;  // of what a client says it will send

// Whether a value goes on in another line: what stands in one line stands behind its name, a colon and blanks.
bool is_folded(Bytes name, Bytes value) {
  const char* start = name.data() + name.size() + 1;
  while (*start == ' ' || *start == '\t') ++start;
  return start != value.data();
}

}  // namespace

// The grammar is Beast's; this takes what it finds.
class Parser::Grammar final : private beast::http::basic_parser<true> {
 public:
  Grammar(Request& request, std::size_t max_body) : request_(request), max_body_(max_body) {
    header_limit(static_cast<std::uint32_t>(kMostHeader));
    body_limit(max_body);
  }
  // The grammar limits what it sees at once; this limits the header, however it was cut into packets.
  std::size_t feed(std::string_view bytes, error_code& ec) {
    if (complete_ && chunked() && !chunks_ && bytes.size() < kLeastChunks) {
      ec = error::need_more;
      return 0;
    }
    const std::size_t used = put(boost::asio::const_buffer(bytes.data(), bytes.size()), ec);
    if (eager()) return used;
    const bool more = ec == error::need_more;
    if (ec && !more && ec != error::body_limit) return used;
    header_ += used;
    if (header_ + (more ? bytes.size() - used : 0) > kMostHeader) ec = error::header_limit;
    eager(complete_);
    return used;
  }
  using basic_parser::is_done;
  using basic_parser::keep_alive;
  bool old() const { return version_ == 10; }
  bool waits() const { return expects_ && is_header_done() && !is_done() && request_.body.empty(); }
  const char* why() const { return why_; }

 private:
  void on_request_impl(beast::http::verb, Bytes method, Bytes target, int version, error_code&) override {
    request_.method.assign(method.data(), method.size());
    request_.target.assign(target.data(), target.size());
    version_ = version;
  }
  void on_field_impl(field name, Bytes name_text, Bytes value, error_code& ec) override {
    if (is_folded(name_text, value)) return fail("a header that goes on in another line", ec);
    if (complete_) return;  // what comes behind chunks says nothing about the request
    switch (name) {
      case field::host: return take(host_, value, "two Host headers", ec);
      case field::origin: return take(origin_, value, "two Origin headers", ec);
      case field::authorization: return take(authorization_, value, "two Authorization headers", ec);
      case field::content_encoding: return take(encoding_, value, "two Content-Encoding headers", ec);
      case field::expect: expects_ = beast::iequals(value, "100-continue"); return;
      case field::transfer_encoding:
        if (!beast::iequals(value, "chunked")) fail("chunked is the only transfer encoding", ec);
        return;
      default:
        if (beast::iequals(name_text, "Sec-Fetch-Site")) take(fetch_site_, value, "two Sec-Fetch-Site", ec);
    }
  }
  void on_header_impl(error_code& ec) override {
    complete_ = true;
    if (chunked()) body_limit(boost::none);  // see on_chunk_header_impl()
    if (!host_ && !old()) return fail("HTTP/1.1 needs a Host header", ec);
    request_.host = std::move(host_).value_or("");
    request_.origin = std::move(origin_).value_or("");
    request_.authorization = std::move(authorization_).value_or("");
    request_.fetch_site = std::move(fetch_site_).value_or("");
    request_.encoding = std::move(encoding_).value_or("");
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code&) override {
    if (length) request_.body.reserve(std::min<std::size_t>(*length, kMostReserved));
  }
  std::size_t on_body_impl(Bytes body, error_code&) override {
    request_.body.append(body.data(), body.size());
    return body.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Bytes body, error_code& ec) override {
    return on_body_impl(body, ec);
  }
  void on_response_impl(int, Bytes, int, error_code&) override {}
  // Beast counts a chunk anew each time it sees its line, which may be more than once.
  void on_chunk_header_impl(std::uint64_t size, Bytes, error_code& ec) override {
    chunks_ = true;
    if (size > max_body_ - request_.body.size()) ec = error::body_limit;
  }
  void on_finish_impl(error_code&) override {}

  void take(std::optional<std::string>& into, Bytes value, const char* twice, error_code& ec) {
    if (into) return fail(twice, ec);
    into.emplace(value.data(), value.size());
  }
  void fail(const char* why, error_code& ec) {
    why_ = why;
    ec = error::bad_value;
  }

  Request& request_;
  const std::size_t max_body_;
  int version_ = 11;
  std::size_t header_ = 0;                   // bytes of it that were used
  bool complete_ = false, expects_ = false;  // the header is; to be told to go on
  bool chunks_ = false;                      // there was one
  std::optional<std::string> host_, origin_, authorization_, fetch_site_, encoding_;
  const char* why_ = nullptr;
};

Parser::Parser(std::size_t max_body) : max_body_(max_body) { reset(); }
Parser::~Parser() = default;

void Parser::reset() {
  request = {};
  grammar_ = std::make_unique<Grammar>(request, max_body_);
  state_ = State::kMore;
}

std::size_t Parser::feed(std::string_view bytes) {
  std::size_t used = 0;
  error_code ec;
  do used += grammar_->feed(bytes.substr(used), ec);
  while (!ec && !grammar_->is_done() && used < bytes.size());
  if (!ec) {
    if (grammar_->is_done()) state_ = State::kDone;
  } else if (ec == error::header_limit) {
    refuse(431, concat("the header of a request may have ", kMostHeader, " bytes"));
  } else if (ec == error::body_limit) {
    refuse(413, concat("the body of a request may have ", max_body_, " bytes: send less at once"));
  } else if (ec != error::need_more) {
    refuse(400, concat("not a request of HTTP/1.1: ", grammar_->why() ? grammar_->why() : ec.message()));
  }
  return used;
}

void Parser::refuse(int status, std::string detail) {
  state_ = State::kBad;
  status_ = status;
  detail_ = std::move(detail);
}

bool Parser::waits() const { return grammar_->waits(); }
bool Parser::keep_alive() const { return grammar_->keep_alive(); }
bool Parser::old() const { return grammar_->old(); }

}  // namespace banker::http
