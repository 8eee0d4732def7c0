#include "log_stream.hpp"

#include <exception>
#include <mutex>
#include <utility>

namespace banker::http {

namespace {
constexpr std::size_t kLogPiece = std::size_t{64} << 10;
}

// The lock is held while `ready` is called, so that it is never called once the stream is gone; recursive, because `ready`
// may end the stream or ask for the next piece.
struct LogStream::State {
  std::unique_ptr<store::LogReader> reader;  // of the worker alone
  std::recursive_mutex mutex;
  std::function<void(Piece)> ready;
  bool gone = false;

  Piece read() const {
    try {
      if (auto text = reader->next(kLogPiece)) {
        const bool last = text->empty();
        return {.text = *std::move(text), .last = last, .failed = false};
      }
    } catch (const std::exception&) {  // there is no memory
    }
    return {.text = {}, .last = true, .failed = true};
  }
  void work() {
    if (is_gone()) return;
    Piece piece = read();
    const std::lock_guard lock(mutex);
    if (!gone) std::exchange(ready, nullptr)(std::move(piece));
  }
  bool is_gone() {
    const std::lock_guard lock(mutex);
    return gone;
  }
};

LogStream::LogStream(Worker& worker, std::unique_ptr<store::LogReader> reader, std::shared_ptr<void> place)
    : worker_(worker), place_(std::move(place)), state_(std::make_shared<State>()) {
  state_->reader = std::move(reader);
}

LogStream::~LogStream() {
  const std::lock_guard lock(state_->mutex);
  state_->gone = true;
}

void LogStream::next(std::function<void(Piece)> ready) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ready = std::move(ready);
  }
  worker_.post([state = state_] { state->work(); });
}

}  // namespace banker::http
