// The power goes at a random write while the service works on a disk that loses what was not synced. What was answered is
// there afterwards, and a request that was not answered was done whole or not at all. BANKER_CUTS in the environment: how
// often.

#include <gtest/gtest.h>

#include <future>

#include "power_desk.hpp"

namespace banker::testing::service_power_test {
namespace {

constexpr int kLives = 5;  // of one file

class PowerGame {
 public:
  explicit PowerGame(std::uint64_t seed) : desk_(seed) {}

  // Works until the power goes, and looks at what is left.
  void live_and_die() {
    LossyVfs disk;
    const bool soon = between(desk_.random, 0, 3) == 0;
    disk.cut_after(
        static_cast<std::uint64_t>(soon ? between(desk_.random, 1, 30) : between(desk_.random, 30, 900)));
    if (desk_.start(&disk)) {
      while (exchange(between(desk_.random, 1, 6))) {
      }
      desk_.service.reset();
    }
    disk.settle(desk_.random());
    if (!desk_.start(nullptr)) return;
    settle_doubt();
    desk_.check_decisions();
    desk_.service.reset();
  }
  void finish() { desk_.check_logs(); }
  std::size_t answered() const { return answered_; }

 private:
  struct Sent {
    Request request;
    std::future<Answer> answer;
  };

  // Sends some requests at once. What is answered is as the model says; false: not all were, the power is gone.
  bool exchange(int count) {
    std::vector<Sent> sent;
    for (int i = 0; i < count; ++i) {
      auto promise = std::make_shared<std::promise<Answer>>();
      sent.push_back({desk_.random_request(), promise->get_future()});
      desk_.service->submit(sent.back().request,
                            [promise](Answer&& answer) { promise->set_value(std::move(answer)); });
    }
    for (Sent& one : sent) {
      const std::string answer = show(one.answer.get());
      if (answer == "problem 503" || !in_doubt_.empty()) {
        EXPECT_EQ(answer, "problem 503") << "answered after the power was gone";
        in_doubt_.push_back(std::move(one.request));
        continue;
      }
      ++answered_;
      EXPECT_EQ(answer, show(desk_.model.answer(one.request, PowerDesk::kNow)));
    }
    return in_doubt_.empty();
  }

  // The requests that were not answered were done up to one of them, or none.
  void settle_doubt() {
    const std::string found = desk_.here();
    std::string expected = PowerDesk::in(desk_.model);
    for (const Request& request : in_doubt_) {
      if (expected == found) break;
      desk_.model.answer(request, PowerDesk::kNow);
      expected = PowerDesk::in(desk_.model);
    }
    EXPECT_EQ(found, expected);
    in_doubt_.clear();
  }

  PowerDesk desk_;
  std::vector<Request> in_doubt_;
  std::size_t answered_ = 0;
};

TEST(ServicePower, NothingThatWasAnsweredIsLost) {
  std::size_t answered = 0;
  for (int cut = 0; cut < cuts() && !HasFailure(); cut += kLives) {
    PowerGame game(static_cast<std::uint64_t>(cut));
    for (int life = 0; life < kLives && !HasFailure(); ++life) game.live_and_die();
    game.finish();
    answered += game.answered();
  }
  EXPECT_GT(answered, 10u * static_cast<unsigned>(cuts()));
}

}  // namespace
}  // namespace banker::testing::service_power_test
