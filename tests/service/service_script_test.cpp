// Random scripts against a slow model that predicts every answer, through restarts with and without checkpoints; in the
// end every agent is, byte by byte, what a clean replay of its log makes.

#include <gtest/gtest.h>

#include "desk.hpp"
#include "model.hpp"
#include "support/effort.hpp"
#include "support/script.hpp"

namespace banker::testing::service_script_test {
namespace {

struct Step {
  enum class Kind {
    kAsk,
    kAskOwn,
    kTell,
    kTellMany,
    kTellAgain,
    kReward,
    kDrop,
    kFind,
    kNobody,  // an id that nobody has
    kWait,
    kExpire,
    kExpireOld,
    kPause,
    kResume,
    kOldest,
    kCreate,
    kRemove,
    kRestart,
    kCrash,
    kForget,  // a restart without any checkpoint
    kLast = kForget
  };
  Kind kind = Kind::kAsk;
  unsigned bandit = 0;  // modulo their number
  unsigned which = 0;   // of the decisions, modulo their number
  int value = 0;        // in sixteenths; -1 is out of range for most
  unsigned count = 1;
  bool alone = true;  // waits for the answer before the next step
};

std::ostream& operator<<(std::ostream& out, const Step& s) {
  constexpr const char* kNames[] = {"ask",    "ask own",    "tell",    "tell many", "tell again",
                                    "reward", "drop",       "find",    "nobody",    "wait",
                                    "expire", "expire old", "pause",   "resume",    "oldest",
                                    "create", "remove",     "restart", "crash",     "forget"};
  return out << kNames[static_cast<int>(s.kind)] << '(' << s.bandit << ", " << s.which << ", " << s.value
             << ", " << s.count << (s.alone ? ")" : ")+");
}

struct Kind {
  const char* spec;
  Terms terms;
};

// Every kind of agent and of terms. Bounds are low so that scripts reach them.
const std::vector<Kind>& kinds() {
  using service::Default;
  using service::Late;
  static const std::vector<Kind> list{
      {R"({"agent":"banker","arms":["red","green","blue"],"seed":1,"skip_stale":0.5})",
       {30.0, Default{1, Outcome::Kind::kLoss}, Late::kIgnore, 20}},
      {R"({"agent":"banker-tinf","arms":4,"spending":"oldest-first","seed":2})",
       {20.0, {}, Late::kRefuse, 1000}},
      {R"({"agent":"delayed-exp3","arms":3,"seed":3})", {10.0, {}, Late::kAccept, 8}},
      {R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":2.0},"seed":4,"skip_stale":0.5})",
       {40.0, Default{0.5, Outcome::Kind::kReward}, Late::kIgnore, 1000}},
      {R"({"agent":"banker-bolo","actions":{"n":[0.0,1.0,1.0],"e":[1.0,0.0,1.0],"s":[0.0,-1.0,-1.0],"w":[-2.0,0.0,-2.0]},"seed":5})",
       {}},
      {R"({"agent":"bold","arms":3,"seed":6})", {15.0, {}, Late::kIgnore, 1000}},
      {R"({"agent":"zimmert-seldin","arms":4,"seed":7,"loss_range":[-1.0,3.0]})",
       {25.0, Default{0, Outcome::Kind::kReward}, Late::kRefuse, 12}},
  };
  return list;
}

std::vector<Step> random_steps(Random& random, int size) {
  // How often, by kind.
  static const std::vector<int> weights{20, 12, 24, 8, 6, 6, 8, 6, 2, 8, 3, 1, 1, 3, 1, 1, 1, 2, 2, 1};
  std::discrete_distribution<int> kind(weights.begin(), weights.end());
  std::vector<Step> steps(static_cast<std::size_t>(between(random, 0, 6 * size)));
  for (Step& step : steps) {
    step.kind = static_cast<Step::Kind>(kind(random));
    step.bandit = static_cast<unsigned>(between(random, 0, 6));
    step.which = static_cast<unsigned>(between(random, 0, 1000));
    step.value = between(random, -1, 16);
    step.count = static_cast<unsigned>(between(random, 1, between(random, 0, 9) == 0 ? 30 : 4));
    step.alone = between(random, 0, 2) > 0;
  }
  return steps;
}

rc::Gen<std::vector<Step>> scripts_of_steps() {
  return random_value([](Random& random, int size) { return random_steps(random, size); },
                      [](const std::vector<Step>& steps) { return rc::shrink::removeChunks(steps); });
}

// Plays a script on both, and compares.
class Game {
 public:
  Game() {
    for (unsigned i = 0; i < kinds().size(); ++i) send(create(i));
    flush();
  }

  void play(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kWait:
        flush();
        desk_.wait(step.count * 1.5);
        return look_at_all();
      case Step::Kind::kRestart: return flush(), desk_.restart(), look_at_all();
      case Step::Kind::kCrash: return flush(), desk_.crash(), desk_.start(), look_at_all();
      case Step::Kind::kForget:
        return flush(), desk_.stop(), desk_.disk->forget_checkpoints(), desk_.start(), look_at_all();
      default: break;
    }
    if (auto request = request_of(step)) send(*std::move(request));
    if (step.alone) flush();
  }

  // The agents of the service, of the model and of a replay of the log are the same, byte by byte.
  void finish() {
    look_at_all();
    std::map<std::string, std::string> logs;
    for (unsigned i = 0; i < kinds().size(); ++i)
      if (model_.find(name(i))) logs[name(i)] = desk_.log(name(i));
    desk_.stop();
    for (const auto& [name, log] : logs) {
      RC_ASSERT(agent_bytes(*desk_.disk, name) == model_.find(name)->bytes());
      RC_ASSERT(replayed(log) == model_.find(name)->bytes());
    }
  }

 private:
  static std::string name(unsigned bandit) { return concat("b", bandit % kinds().size()); }
  static Request create(unsigned bandit) {
    const Kind& kind = kinds()[bandit % kinds().size()];
    return Create{name(bandit), kind.spec, kind.terms};
  }

  std::string id(const Step& step) {
    ModelBandit* bandit = model_.find(name(step.bandit));
    const std::size_t rounds = bandit ? bandit->rounds() : 0;
    return rounds == 0 ? "r1" : bandit->id(step.which % rounds);
  }
  std::optional<Request> request_of(const Step& step) {
    const std::string bandit = name(step.bandit);
    const double value = step.value == -1 ? -1 : step.value / 16.0;
    switch (step.kind) {
      case Step::Kind::kAsk: return Ask{bandit, step.count, {}};
      case Step::Kind::kAskOwn: {
        // Few ids, so that they come again, within one request too.
        std::vector<std::string> ids;
        for (unsigned i = 0; i < step.count; ++i)
          ids.push_back(concat("own ", (step.which + i * step.count) % 60));
        return Ask{bandit, ids.size(), ids};
      }
      case Step::Kind::kTell: return Tell{bandit, {{id(step), value, Outcome::Kind::kLoss}}};
      case Step::Kind::kReward: return Tell{bandit, {{id(step), value, Outcome::Kind::kReward}}};
      case Step::Kind::kTellMany: {
        Tell tell{bandit, {}};
        Step each = step;
        for (unsigned i = 0; i < step.count; ++i, each.which += step.count)
          tell.reports.push_back({id(each), i % 3 == 0 ? value : 0.5, Outcome::Kind::kLoss});
        return tell;
      }
      case Step::Kind::kTellAgain: {
        ModelBandit* known = model_.find(bandit);
        const std::size_t rounds = known ? known->rounds() : 0;
        for (std::size_t i = 0; i < rounds; ++i)
          if (const auto report = known->report((step.which + i) % rounds)) return Tell{bandit, {*report}};
        return std::nullopt;
      }
      case Step::Kind::kDrop: return Drop{bandit, id(step)};
      case Step::Kind::kFind: return Find{bandit, id(step)};
      case Step::Kind::kNobody:
        return Tell{bandit,
                    {{"nobody's", value, Outcome::Kind::kLoss}, {"r100000", value, Outcome::Kind::kLoss}}};
      case Step::Kind::kExpire: return Expire{bandit, id(step)};
      case Step::Kind::kExpireOld: return ExpireOld{bandit, step.count * 1.5};
      case Step::Kind::kPause: return Pause{bandit, true};
      case Step::Kind::kResume: return Pause{bandit, false};
      case Step::Kind::kOldest: return Oldest{bandit, step.count};
      case Step::Kind::kCreate: return create(step.bandit);
      case Step::Kind::kRemove: return Remove{bandit};
      default: return std::nullopt;
    }
  }

  void send(Request request) {
    expected_.push_back(model_.answer(request, desk_.now->load()));
    sent_.push_back(desk_.submit(std::move(request)));
  }
  void flush() {
    for (std::size_t i = 0; i < sent_.size(); ++i) RC_ASSERT(show(sent_[i].get()) == show(expected_[i]));
    sent_.clear();
    expected_.clear();
  }
  void look_at_all() {
    for (unsigned i = 0; i < kinds().size(); ++i) send(Look{name(i)});
    flush();
  }

  Desk desk_;
  Model model_;
  std::vector<std::future<Answer>> sent_;
  std::vector<Answer> expected_;
};

TEST(ServiceScripts, EveryAnswerIsThatOfASlowModelThroughRestartsAndCrashes) {
  check_times(effort(100, 15), [] {
    const auto steps = *scripts_of_steps();
    Game game;
    for (const Step& step : steps) game.play(step);
    game.finish();
  });
}

}  // namespace
}  // namespace banker::testing::service_script_test
