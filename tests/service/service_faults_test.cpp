// A disk that fails now and then, and then loses its power. A request that was refused with 503 was not done, and does not
// turn up later: only the last one may, if the power goes before anything else was written, and then whole.

#include <gtest/gtest.h>

#include "power_desk.hpp"

namespace banker::testing::service_faults_test {
namespace {

class FaultGame {
 public:
  explicit FaultGame(std::uint64_t seed) : desk_(seed), faults_(seed + 1) {}

  void play() {
    LossyVfs disk;
    // On the teller's thread, which is the one that uses the disk.
    const auto before_transaction = [&] {
      disk.fail_syncs(between(faults_, 0, 4) == 0);
      disk.fail_writes(between(faults_, 0, 9) == 0);
      if (++transactions_ == cut_at_) disk.cut_after(static_cast<std::uint64_t>(between(faults_, 1, 60)));
    };
    if (!desk_.start(&disk, before_transaction)) return;
    for (int i = 0; i < 250; ++i) exchange();
    desk_.service.reset();
    disk.settle(desk_.random());
    if (!desk_.start(nullptr)) return;
    settle_doubt();
    desk_.check_decisions();
    desk_.service.reset();
    desk_.check_logs();
  }
  int done = 0, refused = 0, turned_up = 0;

 private:
  void exchange() {
    const Request request = desk_.random_request();
    const std::string answer = show(desk_.service->call(request));
    if (answer == "problem 503") {
      ++refused;
      failed_.push_back(request);
      return;
    }
    ++done;
    const std::string before = PowerDesk::in(desk_.model);
    EXPECT_EQ(answer, show(desk_.model.answer(request, PowerDesk::kNow)));
    done_.push_back(request);
    if (PowerDesk::in(desk_.model) != before) failed_.clear();  // it was written over them
  }

  void settle_doubt() {
    const std::string found = desk_.here();
    if (found == PowerDesk::in(desk_.model)) return;
    for (const Request& request : failed_) {
      Model other;
      for (const Request& before : done_) other.answer(before, PowerDesk::kNow);
      other.answer(request, PowerDesk::kNow);
      // Asks that differ in their ids are told apart by their decisions.
      if (PowerDesk::in(other) != found || !desk_.other_decision(other).empty()) continue;
      ++turned_up;
      desk_.model = std::move(other);
      return;
    }
    ADD_FAILURE() << "what is on the disk was never answered:\n"
                  << found << "\nbut\n"
                  << PowerDesk::in(desk_.model);
  }

  PowerDesk desk_;
  Random faults_;
  int transactions_ = 0;
  const int cut_at_ = between(faults_, 1, 300);
  std::vector<Request> done_, failed_;
};

TEST(ServiceFaults, WhatWasRefusedWasNotDone) {
  int done = 0, refused = 0, turned_up = 0;
  for (int i = 0; i < cuts() && !HasFailure(); ++i) {
    FaultGame game(1000 + static_cast<std::uint64_t>(i));
    game.play();
    done += game.done;
    refused += game.refused;
    turned_up += game.turned_up;
  }
  EXPECT_GT(done, 10 * cuts());
  EXPECT_GT(refused, 10 * cuts());
  EXPECT_LT(turned_up, cuts());
}

}  // namespace
}  // namespace banker::testing::service_faults_test
