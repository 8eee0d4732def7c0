#include "session.hpp"

#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <string>
#include <utility>

#include "answers.hpp"
#include "clerk.hpp"
#include "input.hpp"
#include "output.hpp"
#include "parser.hpp"
#include "problem.hpp"

namespace banker::http {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds kPatience{2};  // for the other side to close, too

Clock::time_point in(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// `Layer` is a socket, or TLS over one.
//
//                      ┌────────────────────── keep-alive ──────────────────────┐
//     handshake ──► idle ──► reading ──► waiting for the answer ──► writing ────┴──► lingering ──► closed
//                                                                    ▲   ▼
//                                                         waiting for the next piece of a stream
//
// At any time there is at most one read and one write under way; they keep the session alive.
template <class Layer>
class Connection final : public Session, public std::enable_shared_from_this<Connection<Layer>> {
  static constexpr bool kTls = !std::is_same_v<Layer, tcp::socket>;

 public:
  template <class... Args>
  Connection(Clerk& clerk, std::uint64_t id, tcp::socket accepted, Args&... tls)
      : clerk_(clerk),
        id_(id),
        layer_(std::move(accepted), tls...),
        parser_(clerk.options().max_body),
        body_(&clerk.gate()),
        output_(clerk.gate()) {
    error_code ignored;
    socket().set_option(tcp::no_delay(true), ignored);
    if (!clerk.options().on_served) return;
    const auto peer = socket().remote_endpoint(ignored);
    served_.peer = peer.address().to_string(ignored);
  }

  void start() override {
    if constexpr (kTls) {
      limit(clerk_.options().read_seconds);
      layer_.async_handshake(asio::ssl::stream_base::server, then([this](error_code ec, std::size_t) {
                               if (ec) return close();
                               next_request();
                             }));
    } else {
      next_request();
    }
  }

  void answer(Response&& response) override {
    if (closed_ || stage_ != Stage::kAnswer) return;
    if (response.status == 0) return close();
    keep_ = keep_ && !clerk_.draining() && !(response.stream && frame_.old);
    send(std::move(response));
  }

  void piece(Stream::Piece&& piece) override {
    if (closed_ || stage_ != Stage::kPiece) return;
    if (piece.failed || !stream_->allowed()) return cut();
    if (piece.last) stream_.reset();
    output_.put(std::move(piece), frame_.old);
    write();
  }

  void tick(Clock::time_point now) override {
    if (now < deadline_ || closed_) return;
    if (stage_ == Stage::kIdle && unread()) return;  // a request is there, and will be read
    if (stage_ == Stage::kRead) return refuse(408, "the request took too long to arrive");
    close();
  }

  // What has arrived already is a request under way, also if it was read and on_read() has yet to hear of it.
  void drain() override {
    error_code ignored;
    if (stage_ == Stage::kIdle) socket().cancel(ignored);
    if (stage_ == Stage::kHandshake) close();
  }

  void close() override {
    if (closed_) return;
    closed_ = true;
    stream_.reset();
    error_code ignored;
    socket().close(ignored);
    clerk_.forget(id_);
  }

 private:
  enum class Stage { kHandshake, kIdle, kRead, kWelcome, kAnswer, kWrite, kPiece, kLinger };

  // What comes after an operation, which keeps the session alive. Without memory that is the end.
  template <class Do>
  auto then(Do what) {
    return [this, self = this->shared_from_this(), what](error_code ec, std::size_t n = 0) {
      if (closed_) return;
      try {
        what(ec, n);
      } catch (const std::exception&) {
        close();
      }
    };
  }

  tcp::socket& socket() {
    if constexpr (kTls) return layer_.next_layer();
    else return layer_;
  }
  void limit(double seconds) { deadline_ = in(seconds); }
  void no_limit() { deadline_ = Clock::time_point::max(); }
  bool unread() {
    error_code ignored;
    return !input_.empty() || socket().available(ignored) > 0;
  }

  // ---- Reading

  void next_request() {
    parser_.reset();
    continued_ = false;
    stage_ = Stage::kIdle;
    limit(clerk_.options().idle_seconds);
    if (!input_.empty()) parse();
    else if (clerk_.draining() && !unread()) finish();
    else read();
  }

  void read() {
    if (reading_) return;
    reading_ = true;
    layer_.async_read_some(input_.room(), on_read());
  }

  auto on_read() {
    return then([this](error_code ec, std::size_t n) {
      reading_ = false;
      if (ec == asio::error::operation_aborted && unread()) return read();
      if (ec) return close();
      input_.add(n);
      if (stage_ == Stage::kIdle || stage_ == Stage::kRead) parse();
      else if (stage_ == Stage::kLinger) discard();
      else watch();
    });
  }

  // While events are sent, reading is how one learns that nobody is there any more. The next request may arrive, too.
  void watch() {
    if (!input_.full()) read();
  }

  void parse() {
    if (stage_ == Stage::kIdle) {
      stage_ = Stage::kRead;
      began_ = Clock::now();
      limit(clerk_.options().read_seconds);
    }
    input_.use(parser_.feed(input_.bytes()));
    if (parser_.state() == Parser::State::kBad) return refuse(parser_.status(), parser_.detail());
    if (!body_.set(parser_.request.body.size()))
      return refuse(429, "too many large requests at once: send less, or try again");
    if (parser_.state() == Parser::State::kDone) return handle();
    if (input_.full()) return refuse(400, "a line between the chunks of the body is too long");
    if (parser_.waits() && !continued_) return welcome();
    read();
  }

  // The client asked whether it may send its body.
  void welcome() {
    continued_ = true;
    stage_ = Stage::kWelcome;
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(layer_, asio::buffer(kContinue), then([this](error_code ec, std::size_t) {
                        if (ec) return close();
                        stage_ = Stage::kRead;
                        read();
                      }));
  }

  void handle() {
    stage_ = Stage::kAnswer;
    no_limit();
    keep_ = parser_.keep_alive();
    looks_ = parser_.request.method == "GET" || parser_.request.method == "HEAD";
    note_request();
    clerk_.handle(id_, std::move(parser_.request));
  }

  // ---- Writing

  // A request that was not understood is the last one.
  void refuse(int status, std::string_view detail) {
    keep_ = false;
    note_request();
    parser_.request.body = {};
    clerk_.count(status);
    send(problem(status, detail));
  }

  void note_request() {
    frame_ = {.head = parser_.request.method == "HEAD", .old = parser_.old()};
    if (!clerk_.options().on_served) return;
    served_.method = parser_.request.method;
    served_.target = parser_.request.target;
  }

  void send(Response&& response) {
    body_.set(0);
    frame_.close = !keep_;
    if (!output_.put(response, frame_)) return send_less();
    served_.status = response.status;
    if (frame_.head) response.stream.reset();
    stream_ = std::move(response.stream);
    if (stream_ && is_events(response)) watch();
    write();
  }

  // There is no room for the answer. What was done is not said to be refused.
  void send_less() {
    if (!looks_) return close();
    send(no_room());
  }

  void write() {
    stage_ = Stage::kWrite;
    limit(clerk_.options().write_seconds);
    layer_.async_write_some(asio::buffer(output_.left()), then([this](error_code ec, std::size_t n) {
                              if (ec) return close();
                              output_.use(n);
                              if (output_.done()) on_written();
                              else write();
                            }));
  }

  void on_written() {
    output_.clear();
    if (stream_) {
      stage_ = Stage::kPiece;
      no_limit();
      return clerk_.ask(id_, *stream_);
    }
    if (const auto& on_served = clerk_.options().on_served) {
      served_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
      on_served(served_);
    }
    if (keep_) next_request();
    else finish();
  }

  // ---- Closing

  // Says that nothing more comes, and waits a little for the other side to do so: closing with bytes unread would
  // take back the answer.
  void finish() {
    if (!kTls && clerk_.draining() && !unread()) return close();
    stage_ = Stage::kLinger;
    deadline_ = Clock::now() + kPatience;
    if constexpr (kTls) {
      if (!reading_) return layer_.async_shutdown(then([this](error_code, std::size_t) { discard(); }));
    }
    discard();
  }

  void discard() {
    error_code ignored;
    socket().shutdown(tcp::socket::shutdown_send, ignored);
    if (reading_) return;
    input_.clear();
    reading_ = true;
    socket().async_read_some(input_.room(), on_read());
  }

  // In the middle of an answer: the other side must not take what it has for the whole.
  void cut() {
    error_code ignored;
    socket().set_option(asio::socket_base::linger(true, 0), ignored);
    close();
  }

  Clerk& clerk_;
  const std::uint64_t id_;
  Layer layer_;
  Parser parser_;
  Stage stage_ = Stage::kHandshake;
  Clock::time_point deadline_ = Clock::time_point::max();
  bool closed_ = false, reading_ = false;
  bool continued_ = false;  // the client was told to send its body
  bool keep_ = true;        // the connection, after the answer
  bool looks_ = false;      // the request changes nothing
  Frame frame_;             // of the answer

  Input input_;
  Held body_;  // that has no answer yet
  Output output_;
  std::unique_ptr<Stream> stream_;

  Clock::time_point began_;  // the request
  ServerOptions::Served served_;
};

}  // namespace

std::shared_ptr<Session> make_session(Clerk& clerk, std::uint64_t id, tcp::socket socket,
                                      asio::ssl::context* tls) {
  if (tls) {
    return std::make_shared<Connection<asio::ssl::stream<tcp::socket>>>(clerk, id, std::move(socket), *tls);
  }
  return std::make_shared<Connection<tcp::socket>>(clerk, id, std::move(socket));
}

}  // namespace banker::http
