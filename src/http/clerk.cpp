#include "clerk.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

namespace banker::http {

namespace {

namespace asio = boost::asio;

// Time limits are looked at this often: a fraction of the shortest, at most a second.
Clock::duration beat(const ServerOptions& options) {
  const double shortest = std::min({options.read_seconds, options.idle_seconds, options.write_seconds, 8.0});
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::max(shortest / 8, 0.005)));
}

// A session that fails, as there is no memory, is closed; the others go on.
template <class Do>
void attempt(Session& session, Do what) {
  try {
    what(session);
  } catch (const std::exception&) {
    session.close();
  }
}

}  // namespace

Clerk::Clerk(Shop& shop) : shop_(shop), thread_([this] { run(); }) {}

Clerk::~Clerk() { stop(); }

// Without memory, what one handler does may fail, but not the clerk.
void Clerk::run() {
  while (true) {
    try {
      if (!ticking_ && work_.owns_work()) tick();
      context_.run();
      return;
    } catch (const std::exception&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

void Clerk::adopt(asio::ip::tcp::socket socket, Gate::Place place) noexcept {
  try {
    asio::post(context_, [this, socket = std::move(socket), place = std::move(place)]() mutable {
      if (!work_.owns_work()) return;  // stopped
      const std::uint64_t id = ++last_id_;
      const auto session = make_session(*this, id, std::move(socket), shop_.tls);
      seats_.emplace(id, Seat{session, std::move(place)});
      attempt(*session, [](Session& one) { one.start(); });
      if (draining_) session->drain();
    });
  } catch (const std::exception&) {
  }
}

void Clerk::deliver(std::uint64_t session, Delivery what) noexcept {
  try {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      inbox_.push_back({session, std::move(what)});
      if (inbox_.size() > 1) return;
    }
    asio::post(context_, [this] { empty_inbox(); });
  } catch (const std::exception&) {
    lost_ = true;
  }
}

void Clerk::empty_inbox() {
  {
    const std::lock_guard lock(mutex_);
    opened_.swap(inbox_);
  }
  for (Letter& letter : opened_) {
    const auto found = seats_.find(letter.session);
    if (found == seats_.end()) continue;
    const auto session = found->second.session;
    attempt(*session, [&](Session& one) {
      if (auto* response = std::get_if<Response>(&letter.what)) one.answer(std::move(*response));
      else one.piece(std::move(std::get<Stream::Piece>(letter.what)));
    });
  }
  opened_.clear();
}

void Clerk::handle(std::uint64_t session, Request request) {
  shop_.router->handle(std::move(request),
                       [this, session](Response&& response) { deliver(session, std::move(response)); });
}

void Clerk::ask(std::uint64_t session, Stream& stream) {
  stream.next([this, session](Stream::Piece piece) { deliver(session, std::move(piece)); });
}

void Clerk::forget(std::uint64_t session) { seats_.erase(session); }

template <class Do>
void Clerk::for_each_session(Do what) {
  std::vector<std::shared_ptr<Session>> all;  // as they may leave meanwhile
  all.reserve(seats_.size());
  for (const auto& [id, seat] : seats_) all.push_back(seat.session);
  for (const auto& session : all) attempt(*session, what);
}

void Clerk::close_all() {
  while (!seats_.empty()) {
    const auto session = seats_.begin()->second.session;
    session->close();
  }
}

void Clerk::tick() {
  timer_.expires_after(beat(shop_.options));
  timer_.async_wait([this](const boost::system::error_code& ec) {
    ticking_ = false;
    if (ec || !work_.owns_work()) return;
    empty_inbox();                           // if nobody could be woken for it
    if (lost_.exchange(false)) close_all();  // nobody knows whose it was: all have to come again
    const auto now = Clock::now();
    for_each_session([now](Session& session) { session.tick(now); });
    shop_.hub->tick(now);
    tick();
  });
  ticking_ = true;
}

void Clerk::drain() {
  asio::post(context_, [this] {
    draining_ = true;
    for_each_session([](Session& session) { session.drain(); });
  });
}

void Clerk::stop() {
  if (!thread_.joinable()) return;
  asio::post(context_, [this] {
    draining_ = true;
    close_all();
    work_.reset();
    timer_.cancel();
  });
  thread_.join();
  // Streams must not outlive the service they read from. They lock the hub, which delivers: not under the lock.
  std::vector<Letter> left;
  const std::lock_guard lock(mutex_);
  closed_ = true;
  left.swap(inbox_);
}

}  // namespace banker::http
