#include "mailbox.hpp"

#include <exception>
#include <utility>

#include "event_text.hpp"

namespace banker::http {

namespace {

constexpr std::size_t kMostEvents = 10'000;                  // that wait
constexpr std::size_t kMostBytes = std::size_t{4} << 20;     // of them
constexpr std::size_t kEventsPiece = std::size_t{64} << 10;  // bytes handed out at once, about

}  // namespace

void Mailbox::push(const Text& event) noexcept {
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

void Mailbox::offer(const Text& event) noexcept {
  if (waiting_.size() >= kMostOffered || bytes_ + event->size() > kMostBytes) return;
  try {
    append(event);
  } catch (const std::exception&) {
  }
}

void Mailbox::push_last(const Text& event) noexcept {
  if (!event) return;
  try {
    append(event);
  } catch (const std::exception&) {
  }
}

void Mailbox::append(Text text) {
  waiting_.push_back(std::move(text));
  bytes_ += waiting_.back()->size();
}

std::string Mailbox::take() { return has_news() ? take_news() : take_events(); }

// Long news are cut: they are shared by many, and nobody needs a copy of all at once.
std::string Mailbox::take_news() {
  if (!current_) current_ = std::move(news_), sent_ = 0;
  std::string piece = current_->substr(sent_, kEventsPiece);
  sent_ += piece.size();
  if (sent_ == current_->size()) current_.reset();
  return piece;
}

std::string Mailbox::take_events() {
  std::size_t count = 0, size = 0;
  for (; count < waiting_.size() && size < kEventsPiece; ++count) size += waiting_[count]->size();
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

}  // namespace banker::http
