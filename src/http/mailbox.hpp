#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace banker::http {

using Text = std::shared_ptr<const std::string>;  // made once for all who listen

// What waits for one listener: events, and news, of which only the newest counts. It is handed out in pieces.
class Mailbox {
 public:
  // An event that must not be lost unnoticed: who reads too slowly is told how many were missed. Null: it could not be
  // written. Never throws: what there is no memory for is missed.
  void push(const Text& event) noexcept;
  // An event that may be left out, and is when kMostOffered of them wait.
  void offer(const Text& event) noexcept;
  static constexpr std::size_t kMostOffered = 100;
  // One after which none comes: however many wait, it is let in. Null: it could not be written.
  void push_last(const Text& event) noexcept;
  // In place of news that still wait as a whole.
  void set_news(Text news) { news_ = std::move(news); }
  bool has_news() const { return news_ || current_; }
  void forget_news() { news_.reset(); }

  bool empty() const { return !has_news() && waiting_.empty() && missed_ == 0; }
  // The next bytes. If it throws, nothing was taken.
  std::string take();

 private:
  void append(Text text);
  std::string take_news();
  std::string take_events();

  std::deque<Text> waiting_;
  std::size_t bytes_ = 0;  // of them
  std::uint64_t missed_ = 0;
  Text news_, current_;   // the second is being handed out
  std::size_t sent_ = 0;  // of the current ones
};

}  // namespace banker::http
