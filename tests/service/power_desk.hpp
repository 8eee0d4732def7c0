#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "banker/agent/replay.hpp"
#include "banker/service/service.hpp"
#include "model.hpp"
#include "show.hpp"
#include "store/sqlite_journal.hpp"
#include "support/effort.hpp"
#include "support/folder.hpp"
#include "support/script.hpp"
#include "support/server/lossy_vfs.hpp"

// A service over a SQLite file on a disk that loses what was not synced, and the model of what it was answered.
namespace banker::testing {

using namespace service;

// How often the power goes.
inline int cuts() {
  const char* text = std::getenv("BANKER_CUTS");
  return text ? std::atoi(text) : effort(60, 15);
}

class PowerDesk {
 public:
  explicit PowerDesk(std::uint64_t seed) : random(seed) {}

  // On a lossy disk, or on a good one. False: the power went before it was up.
  bool start(LossyVfs* disk, const std::function<void()>& before_transaction = {}) {
    Options options;
    options.clock = [before_transaction] {
      if (before_transaction) before_transaction();
      return kNow;
    };
    auto journal = disk ? store::open_journal(file_, disk->name()) : store::open_journal(file_);
    if (!journal) {
      EXPECT_TRUE(disk && disk->is_cut()) << journal.error().message;
      return false;
    }
    auto started = Service::start(*std::move(journal), options);
    if (started) service = *std::move(started);
    else EXPECT_TRUE(disk && disk->is_cut()) << started.error().message;
    return service != nullptr;
  }

  Request random_request() {
    const std::string bandit = between(random, 0, 1) == 0 ? "a" : "b";
    ModelBandit* known = model.find(bandit);
    if (!known) return Create{bandit, specs().at(bandit), {}};
    const auto any = [&] {
      const int rounds = static_cast<int>(known->rounds());
      return rounds == 0 ? "r1" : known->id(static_cast<std::size_t>(between(random, 0, rounds - 1)));
    };
    const auto report = [&](Outcome::Kind kind) {
      return Report{any(), between(random, 0, 16) / 16.0, kind};
    };
    switch (between(random, 0, 11)) {
      case 0: return Ask{bandit, static_cast<std::size_t>(between(random, 2, 20)), {}};
      case 1: return Drop{bandit, any()};
      case 2: return Find{bandit, any()};
      case 3:
      case 4: return Ask{bandit, 1, {}};
      case 5:
      case 6: return Ask{bandit, 1, {concat("own ", between(random, 0, 300))}};
      case 7: return Expire{bandit, any()};
      case 8: return Pause{bandit, between(random, 0, 3) == 0};
      default: return Tell{bandit, {report(Outcome::Kind::kLoss), report(Outcome::Kind::kReward)}};
    }
  }

  // All that is to be seen of both bandits but their decisions.
  std::string here() { return show(service->call(Look{"a"})) + '\n' + show(service->call(Look{"b"})); }
  static std::string in(Model& model) {
    return show(model.answer(Look{"a"}, kNow)) + '\n' + show(model.answer(Look{"b"}, kNow));
  }

  // The first decision that is not what the model says, and what it is; empty: there is none.
  std::string other_decision(Model& expected) {
    for (const auto& [name, spec] : specs()) {
      ModelBandit* known = expected.find(name);
      for (std::size_t i = 0; known && i < known->rounds(); ++i) {
        const Find find{name, known->id(i)};
        const std::string found = show(service->call(find)), said = show(expected.answer(find, kNow));
        if (found != said) return concat(found, "\nbut\n", said);
      }
    }
    return "";
  }
  void check_decisions() { EXPECT_EQ(other_decision(model), ""); }

  // REQUIRES: the service was stopped. The logs lead, byte by byte, to the agents that it left.
  void check_logs() {
    auto journal = store::open_journal(file_);
    ASSERT_TRUE(journal) << journal.error().message;
    for (const store::BanditRow& row : *(*journal)->bandits()) {
      Replay replay;
      auto reader = *(*journal)->log(row);
      std::string text;
      for (std::string piece = "-"; !piece.empty(); text += piece) piece = *reader->next(65536);
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        const auto fed = replay.feed(line);
        ASSERT_TRUE(fed) << fed.error().message;
      }
      EXPECT_TRUE(replay.agent()->save() == model.find(row.name)->bytes()) << row.name;
      const auto checkpoint = *(*journal)->checkpoint(row.id);
      EXPECT_TRUE(!checkpoint || checkpoint->agent == model.find(row.name)->bytes()) << row.name;
    }
  }

  static constexpr Time kNow = 1'767'323'045'678'901;
  Random random;
  Model model;
  std::unique_ptr<Service> service;

 private:
  static const std::map<std::string, std::string>& specs() {
    static const std::map<std::string, std::string> list{
        {"a", R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":21})"},
        {"b", R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":22})"}};
    return list;
  }
  Folder folder_;
  const std::string file_ = folder_.file("banker.db");
};

}  // namespace banker::testing
