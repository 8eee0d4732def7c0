#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "wire.hpp"

namespace banker::testing {

// One connection that is kept open, and waits for whole answers. Connects again when the other side has closed.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : port_(port) {}

  // Nothing: no whole answer came, and whether the request was done is not known.
  std::optional<Answered> get(std::string_view target) {
    return answer_to([&](Wire& wire) { return wire.send_get(target); });
  }
  std::optional<Answered> post(std::string_view target, std::string_view body = "") {
    return answer_to(
        [&](Wire& wire) { return wire.send_post(target, body, "Content-Type: application/json\r\n"); });
  }
  void hang_up() { wire_.reset(); }

 private:
  template <class Send>
  std::optional<Answered> answer_to(const Send& send) {
    if (!wire_ && !dial()) return std::nullopt;
    auto answer = send(*wire_) ? wire_->read_whole_answer() : std::nullopt;
    if (!answer || answer->header("Connection") == "close") hang_up();
    return answer;
  }
  bool dial() {
    try {
      wire_.emplace(port_);
    } catch (const std::runtime_error&) {  // nobody listens
      return false;
    }
    return true;
  }

  std::uint16_t port_;
  std::optional<Wire> wire_;
};

}  // namespace banker::testing
