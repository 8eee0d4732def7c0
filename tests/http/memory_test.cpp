// What there is no memory for is not answered, or with 503; everything else goes on. And long answers take no more of it
// than they may.
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "http/answers.hpp"
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

std::atomic<std::size_t> allocated = 0;  // bytes, of all threads

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  void* memory = refuse() ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  allocated += malloc_usable_size(memory);
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  allocated -= malloc_usable_size(memory);
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace banker::memory_test {
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

// ---- Long answers, counted at a gate

constexpr std::size_t kMost = 4'000'000;

// Looks of some 320 KB each, while nobody writes them: those that come too late are refused. The others are written, and
// count until they are gone.
TEST(Memory, AnswersThatWaitTakeNoMoreThanTheyMay) {
  constexpr std::size_t kLooks = 100, kEach = 4000;  // bytes of what belongs to a request, and to a refusal
  Office office;
  office.expect(201, "POST", "/v1/bandits", R"({"name":"wide","agent":"uniform","arms":10000})");
  std::vector<http::Response> answers(kLooks);
  http::Gate gate(1, kMost);
  std::promise<void> begin, end;
  {
    http::Desk desk(*office.service, office.hub, &gate);
    desk.worker.post([&] { begin.get_future().wait(); });
    const std::size_t before = allocated;
    for (http::Response& answer : answers) {
      answer.status = 0;
      desk.submit(service::Look{"wide"}, http::write_bandit,
                  [&answer](http::Response&& response) { answer = std::move(response); });
    }
    office.service->call(service::Measure{});  // after all of them,
    office.service->call(service::Measure{});  // and after their commit
    EXPECT_LT(allocated - before, kMost + kLooks * kEach);
    EXPECT_EQ(std::count_if(answers.begin(), answers.end(), [](auto& one) { return one.status == 0; }), 12);
    begin.set_value();
    desk.worker.post([&] { end.set_value(); });
    end.get_future().wait();
    EXPECT_LT(allocated - before, kMost + kLooks * kEach);
  }
  for (const http::Response& answer : answers) EXPECT_TRUE(answer.status == 200 || answer.status == 429);
  EXPECT_EQ(answers.front().status, 429) << "there was no room for a text beside what waited";
  EXPECT_GT(std::count_if(answers.begin(), answers.end(), [](auto& one) { return one.status == 200; }), 5);
  EXPECT_FALSE(gate.hold(0, kMost));
  answers.clear();
  EXPECT_TRUE(gate.hold(0, kMost)) << "all of it was given back, and once";
  EXPECT_FALSE(gate.hold(0, 1));
}

// Many decisions or outcomes in a request have a long answer, which is known before anything is done.
TEST(Memory, WhatHasALongAnswerIsRefusedBeforeItIsDone) {
  Office office;
  office.make_ads();
  http::Gate gate(1, kMost);
  http::Desk desk(*office.service, office.hub, &gate);
  const auto status_of = [&](service::Request request, http::Desk::Write write) {
    std::promise<int> status;
    desk.submit(
        std::move(request), [&](http::Response&& response) { status.set_value(response.status); },
        std::move(write));
    return status.get_future().get();
  };
  const auto ask = [&](std::size_t count) {
    return status_of(service::Ask{"ads", count, {}}, [](const service::Answer& answer) {
      return http::write_decisions(std::get<service::Asked>(answer));
    });
  };
  const service::Tell tell{"ads", std::vector<service::Report>(1001, {"r1", 0.5, Outcome::Kind::kLoss})};
  const auto tell_many = [&] {
    return status_of(tell, [](const service::Answer& answer) {
      return http::write_results(std::get<service::Heard>(answer));
    });
  };
  ASSERT_TRUE(gate.hold(0, kMost - 1000));
  EXPECT_EQ(ask(1001), 429);
  EXPECT_EQ(tell_many(), 429);
  EXPECT_EQ(ask(1'000'000'000), 422) << "refused by the service";
  EXPECT_EQ(ask(1000), 200) << "a short one";
  const auto bandit = office.expect(200, "GET", "/v1/bandits/ads");
  EXPECT_EQ(bandit["rounds"], 1000);
  EXPECT_EQ(bandit["open"], 1000);
  ASSERT_TRUE(gate.hold(kMost - 1000, 0));
  EXPECT_EQ(ask(1001), 200);
  EXPECT_EQ(tell_many(), 200);
}

// How long actions are is not known before. What is done is not said to be refused: nobody answers.
TEST(Memory, WhatIsDoneAndHasNoRoomIsNotAnswered) {
  Office office;
  office.expect(201, "POST", "/v1/bandits",
                R"({"name":"wide","agent":"bolo","body":{"type":"ball","dimension":10000,"radius":1}})");
  http::Gate gate(1, kMost);
  http::Desk desk(*office.service, office.hub, &gate);
  const auto ask = [&](std::size_t count) {
    auto promised = std::make_shared<std::promise<int>>();
    auto status = promised->get_future();
    desk.submit(service::Ask{"wide", count, {}}, http::write_decisions,
                [promised = std::move(promised)](http::Response&& response) {
                  promised->set_value(response.status);
                });
    return status;
  };
  EXPECT_THROW(ask(51).get(), std::future_error) << "4 MB of numbers";
  EXPECT_THROW(ask(40).get(), std::future_error) << "with the text";
  EXPECT_EQ(ask(10).get(), 200);
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/wide")["rounds"], 101);
  std::promise<void> end;
  desk.worker.post([&] { end.set_value(); });
  end.get_future().wait();
  EXPECT_TRUE(gate.hold(0, kMost)) << "all of it was given back, and once";
}

// Answers that do not come from the service count when they are written.
TEST(Memory, ALookThatHasNoRoomIsRefusedOnItsConnection) {
  http::ServerOptions options;
  options.max_body = 1000;
  options.max_held = 4000;
  const testing::RunningServer running(options);
  testing::Wire wire = running.dial();
  wire.send_get("/");
  const auto refused = wire.read_answer();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 429);
  EXPECT_EQ(refused->header("Retry-After"), "1");
  wire.send_get("/v1/bandits/ads");  // on it goes
  EXPECT_EQ(wire.read_answer()->status, 200);
  wire.send_post("/v1/bandits/ads/ask", R"({"count":1001})");
  EXPECT_EQ(wire.read_answer()->status, 429);
}

}  // namespace
}  // namespace banker::memory_test
