#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agent/json_library.hpp"
#include "office.hpp"

namespace banker::testing {

struct LiveEvent {
  std::string kind;  // "end": the stream is over
  nlohmann::json data;
};

// Lets seconds pass, as fast as they are dealt with.
class Seconds {
 public:
  explicit Seconds(Office& office) : office_(office) {}
  void begin() { office_.hub.tick(now_ += std::chrono::seconds(2)); }
  // Until nothing that it brought is under way: the worker asks the service, which answers to the worker.
  void pass() {
    begin();
    wait_for_worker();
    office_.send("GET", "/v1/bandits");
    wait_for_worker();
  }

 private:
  // Whose turn has come for all that it was given before: a long body is read by it.
  void wait_for_worker() {
    office_.expect(400, "POST", "/v1/bandits/ads/tell", "x" + std::string(80'000, ' '));
  }

  Office& office_;
  http::Hub::Clock::time_point now_ = http::Hub::Clock::now();
};

// Somebody who looks on, and reads event by event.
class Onlooker {
 public:
  Onlooker(Office& office, const std::string& target) : response_(office.send("GET", target)) {
    EXPECT_EQ(response_.status, 200) << response_.body;
    EXPECT_EQ(response_.type, "text/event-stream");
  }
  http::Stream& stream() { return *response_.stream; }

  // What has come already, or comes as time passes.
  LiveEvent next(Seconds& seconds) {
    while (true) {
      const auto end = text_.find("\n\n");
      if (end != text_.npos) {
        const std::string one = text_.substr(0, end);
        text_.erase(0, end + 2);
        if (!one.starts_with(":")) return read(one);
      } else if (!read_more(seconds)) {
        return {"end", nullptr};
      }
    }
  }
  LiveEvent next(Seconds& seconds, const std::string& kind) {
    const LiveEvent event = next(seconds);
    EXPECT_EQ(event.kind, kind) << event.data;
    return event;
  }

 private:
  static LiveEvent read(const std::string& text) {
    const auto line = text.find("\ndata: ");
    EXPECT_TRUE(text.starts_with("event: ")) << text;
    return {text.substr(7, line - 7), nlohmann::json::parse(text.substr(line + 7))};
  }
  bool read_more(Seconds& seconds) {
    auto piece = std::make_shared<std::promise<http::Stream::Piece>>();
    auto future = piece->get_future();
    response_.stream->next([piece](http::Stream::Piece one) { piece->set_value(std::move(one)); });
    while (future.wait_for(std::chrono::seconds(0)) != std::future_status::ready) seconds.pass();
    http::Stream::Piece one = future.get();
    text_ += one.text;
    return !one.last;
  }

  http::Response response_;
  std::string text_;
};

}  // namespace banker::testing
