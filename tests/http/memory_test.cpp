// What there is no memory for is not answered, or with 503; everything else goes on.
#include <cstdlib>
#include <new>

#include "http/handlers.hpp"
#include "office.hpp"
#include "running_server.hpp"

namespace {

// On this thread, so many requests for memory are granted, then one is refused, or all.
constexpr long kNever = -1;
thread_local long granted = kNever;
thread_local bool all_refused = false, refused = false;

bool refuse() {
  if (granted == kNever || granted-- > 0) return false;
  granted = all_refused ? 0 : kNever;
  return refused = true;
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  void* memory = refuse() ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace banker {
namespace {

using testing::Office;

// Does `what` with memory for 0, 1, 2, ... requests, until that is enough.
template <class Do>
void with_ever_more_memory(bool all, Do what) {
  long enough = 0;
  do {
    refused = false;
    all_refused = all;
    granted = enough++;
    what();
    granted = kNever;
  } while (refused);
  EXPECT_GT(enough, 1);
}

TEST(Memory, EveryRequestIsAnsweredOnceOrRefusedByAThrow) {
  Office office;
  office.make_ads();
  const std::string long_body = R"({"outcomes":[{"id":"r1","loss":0.5}]})" + std::string(70'000, ' ');
  const http::Request requests[] = {testing::request("GET", "/nowhere"),
                                    testing::request("GET", "/healthz"),
                                    testing::request("POST", "/v1/bandits/ads/ask"),
                                    testing::request("POST", "/v1/bandits/ads/tell", long_body),
                                    testing::request("GET", "/v1/bandits/ads/log"),
                                    testing::request("GET", "/v1/events?bandit=ads"),
                                    testing::request("GET", "/"),
                                    testing::request("GET", "/v1/live"),
                                    testing::request("GET", "/v1/live?bandit=ads"),
                                    testing::request("GET", "/v1/bandits/ads/history"),
                                    testing::request("GET", "/v1/bandits/ads/decisions?limit=3"),
                                    testing::request("POST", "/v1/bandits/ads/resume")};
  for (const http::Request& request : requests) {
    for (const bool all : {false, true}) {
      with_ever_more_memory(all, [&] {
        const long left = std::exchange(granted, kNever);
        http::Request copy = request;
        std::promise<int> status;
        auto answered = status.get_future();
        http::Router::Send send = [&](http::Response&& response) {
          granted = kNever;
          status.set_value(response.status);  // throws if there was an answer before
        };
        granted = left;
        bool thrown = false;
        try {
          office.router->handle(std::move(copy), std::move(send));
        } catch (const std::bad_alloc&) {
          thrown = true;
        }
        granted = kNever;
        if (!thrown) answered.wait();
      });
    }
  }
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["name"], "ads");
  office.router.reset();  // nothing is under way
}

TEST(Memory, AnAnswerThatCannotBeWrittenEndsNothing) {
  Office office;
  http::Desk desk(*office.service, office.hub);
  const auto no_memory = [](const service::Answer&) -> http::Response { throw std::bad_alloc(); };
  office.make_ads();
  const service::Request by_teller = service::Look{"ads"}, by_worker = service::List{};
  for (const service::Request& request : {by_teller, by_worker}) {
    auto promised = std::make_shared<std::promise<void>>();
    auto gone = promised->get_future();
    desk.submit(
        request, [promised = std::move(promised)](http::Response&&) { promised->set_value(); }, no_memory);
    EXPECT_THROW(gone.get(), std::future_error) << "there is nobody any more who could answer";
  }
  office.expect(200, "GET", "/v1/bandits/ads");
}

TEST(Memory, AJobThatFailsIsDropped) {
  auto promised = std::make_shared<std::promise<void>>();
  auto gone = promised->get_future();
  http::Worker worker;
  worker.post([promised = std::move(promised)] { throw std::bad_alloc(); });
  EXPECT_THROW(gone.get(), std::future_error) << "whoever waits for it learns that it is gone";
  std::promise<void> next;
  worker.post([&] { next.set_value(); });
  next.get_future().wait();
}

TEST(Memory, EventsThatCannotBeWrittenAreMissed) {
  http::Hub hub;
  const service::Happened all[] = {{"ads", nullptr, "", service::Create{}},
                                   {"ads", nullptr, "", service::Remove{}}};
  for (const bool one_only : {true, false}) {
    with_ever_more_memory(!one_only, [&] {
      const long left = std::exchange(granted, kNever);
      auto stream = hub.listen("");
      std::string heard;
      heard.reserve(1000);
      const auto listen = [&] { stream->next([&](http::Stream::Piece piece) { heard += piece.text; }); };
      listen();
      granted = left;
      hub.publish(all);
      granted = kNever;
      hub.publish({all, 1});
      if (!heard.empty()) listen();
      const auto count = [&](std::string_view what) {
        std::size_t times = 0;
        for (std::size_t at = 0; (at = heard.find(what, at)) != heard.npos; ++at) ++times;
        return times;
      };
      std::size_t missed = 0;
      const std::string_view key = "{\"count\":";
      for (std::size_t at = 0; (at = heard.find(key, at)) != heard.npos; at += key.size())
        missed += std::stoul(heard.substr(at + key.size()));
      EXPECT_EQ(count("event: create") + count("event: delete") + missed, 3u) << heard;
    });
  }
}

// A handler of a clerk that throws: that connection is closed, the others are served.
TEST(Memory, AConnectionThatFailsIsTheOnlyOne) {
  std::atomic<bool> fails = true;
  http::ServerOptions options;
  options.on_served = [&](const http::ServerOptions::Served&) {
    if (fails.exchange(false)) throw std::bad_alloc();
  };
  const testing::RunningServer running(options);
  testing::Wire other = running.dial();
  testing::Wire wire = running.dial();
  wire.send_get("/healthz");
  EXPECT_EQ(wire.read_answer()->status, 200);
  EXPECT_TRUE(wire.ends());
  other.send_get("/healthz");
  EXPECT_EQ(other.read_answer()->status, 200);
  testing::expect_alive(running);
}

}  // namespace
}  // namespace banker
