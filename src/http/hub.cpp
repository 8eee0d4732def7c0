#include "hub.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "event_text.hpp"

namespace banker::http {

namespace {

using Clock = std::chrono::steady_clock;
using Text = std::shared_ptr<const std::string>;  // made once for all who listen

constexpr std::size_t kMostEvents = 10'000;               // that wait for one listener
constexpr std::size_t kMostBytes = std::size_t{4} << 20;  // of them
constexpr std::size_t kPiece = std::size_t{64} << 10;     // bytes handed out at once, about

// What waits for one listener.
class Queue {
 public:
  // Null: it could not be written. Never throws: what there is no memory for is missed.
  void push(const Text& event) {
    ++missed_;
    if (!event || waiting_.size() >= kMostEvents || bytes_ + event->size() > kMostBytes) return;
    try {
      if (missed_ > 1) append(std::make_shared<const std::string>(missed_text(missed_ - 1)));
      missed_ = 1;
      append(event);
      missed_ = 0;
    } catch (const std::exception&) {
    }
  }
  bool empty() const { return waiting_.empty() && missed_ == 0; }
  // If it throws, nothing was taken.
  std::string take() {
    std::size_t count = 0, size = 0;
    for (; count < waiting_.size() && size < kPiece; ++count) size += waiting_[count]->size();
    const bool all = count == waiting_.size();
    const std::string missed = all && missed_ > 0 ? missed_text(missed_) : std::string();
    std::string text;
    text.reserve(size + missed.size());
    for (; count > 0; --count) {
      text += *waiting_.front();
      waiting_.pop_front();
    }
    text += missed;
    bytes_ -= size;
    if (all) missed_ = 0;
    return text;
  }

 private:
  void append(Text text) {
    waiting_.push_back(std::move(text));
    bytes_ += waiting_.back()->size();
  }

  std::deque<Text> waiting_;
  std::size_t bytes_ = 0;
  std::uint64_t missed_ = 0;
};

struct Listener {
  std::uint64_t number = 0;  // the later they came, the higher
  std::string bandit;        // empty: all
  Queue queue;
  std::function<void(Stream::Piece)> ready;  // set: it waits
  Clock::time_point heard = Clock::now();

  bool wants(const service::Happened& one) const { return bandit.empty() || bandit == one.bandit; }
  void hand_out(std::string text, bool last) {
    heard = Clock::now();
    std::exchange(ready, nullptr)({.text = std::move(text), .last = last});
  }
};

// What somebody wants to hear of.
struct Wanted {
  std::uint64_t last = 0;  // the number of the last listener who was there
  bool all = false;
  std::vector<std::string> bandits;

  bool has(const service::Happened& one) const {
    return all || std::find(bandits.begin(), bandits.end(), one.bandit) != bandits.end();
  }
};

// As texts; null: nobody wants it.
std::vector<Text> write_wanted(std::span<const service::Happened> all, const Wanted& wanted) {
  std::vector<Text> texts(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (wanted.has(all[i])) texts[i] = std::make_shared<const std::string>(event_text(all[i]));
  return texts;
}

}  // namespace

struct Hub::State {
  std::mutex mutex;  // of what follows, and of every listener
  std::vector<Listener*> listeners;
  std::uint64_t last = 0;  // number of a listener
  bool closed = false;
  std::atomic<std::size_t> count = 0;  // of listeners

  // To one who waits. Without memory it has to wait longer.
  static void hand_out(Listener& listener) {
    if (!listener.ready || listener.queue.empty()) return;
    try {
      listener.hand_out(listener.queue.take(), false);
    } catch (const std::exception&) {
    }
  }

  void ask_all(Wanted& wanted) {
    const std::lock_guard lock(mutex);
    wanted.last = last;
    for (const Listener* listener : listeners) {
      wanted.all = wanted.all || listener->bandit.empty();
      wanted.bandits.push_back(listener->bandit);
    }
  }

  class Ear;
};

class Hub::State::Ear final : public Stream {
 public:
  Ear(std::shared_ptr<State> state, std::string bandit) : state_(std::move(state)) {
    listener_.bandit = std::move(bandit);
  }
  ~Ear() override {
    const std::lock_guard lock(state_->mutex);
    std::erase(state_->listeners, &listener_);
    state_->count = state_->listeners.size();
  }
  void next(std::function<void(Piece)> ready) override {
    const std::lock_guard lock(state_->mutex);
    listener_.ready = std::move(ready);
    if (!listener_.queue.empty()) listener_.hand_out(listener_.queue.take(), false);
    else if (state_->closed) listener_.hand_out("", true);
  }
  Listener& listener() { return listener_; }

 private:
  std::shared_ptr<State> state_;
  Listener listener_;
};

Hub::Hub() : state_(std::make_shared<State>()) {}
Hub::~Hub() = default;

bool Hub::watched() const { return state_->count > 0; }

// Written without the lock, which others wait for; who came meanwhile came after all this happened.
void Hub::publish(std::span<const service::Happened> all) noexcept {
  if (!watched()) return;
  Wanted wanted;
  std::vector<Text> texts;
  try {
    state_->ask_all(wanted);
    texts = write_wanted(all, wanted);
  } catch (const std::exception&) {  // there is no memory: all of it is missed
  }
  const std::lock_guard lock(state_->mutex);
  for (Listener* listener : state_->listeners) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (listener->number <= wanted.last && listener->wants(all[i]))
        listener->queue.push(i < texts.size() ? texts[i] : nullptr);
    }
    State::hand_out(*listener);
  }
}

std::unique_ptr<Stream> Hub::listen(std::string bandit) {
  auto ear = std::make_unique<State::Ear>(state_, std::move(bandit));
  const std::lock_guard lock(state_->mutex);
  if (state_->listeners.size() >= kMostListeners) return nullptr;
  ear->listener().number = ++state_->last;
  state_->listeners.push_back(&ear->listener());
  state_->count = state_->listeners.size();
  return ear;
}

void Hub::tick(Clock::time_point now) {
  if (!watched()) return;
  const std::lock_guard lock(state_->mutex);
  for (Listener* listener : state_->listeners) {
    State::hand_out(*listener);
    if (listener->ready && now - listener->heard >= kSilence) listener->hand_out(": ping\n\n", false);
  }
}

void Hub::close() {
  const std::lock_guard lock(state_->mutex);
  state_->closed = true;
  for (Listener* listener : state_->listeners) {
    if (listener->ready) listener->hand_out("", true);
  }
}

}  // namespace banker::http
