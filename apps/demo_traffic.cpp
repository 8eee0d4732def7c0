#include "demo_traffic.hpp"

#include <chrono>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace banker::apps {

namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937_64;

constexpr std::chrono::milliseconds kMoment{50};  // between two decisions

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// What a decision comes to. No value: nobody will ever say.
struct Ending {
  std::optional<double> value;
  double seconds = 0;  // until it is told
};

// A bandit, how often it is asked, and what its decisions come to.
struct Scene {
  service::Create bandit;
  double share;  // of the decisions
  Outcome::Kind kind;
  std::function<Ending(const service::Made&, Random&)> end;
};

// The mean of an arm; bandits of the same name may have been made by somebody else.
double mean(const std::vector<double>& means, const service::Made& made) {
  return means[made.decision.arm % means.size()];
}

// Clicks come within seconds. That nobody clicked is never told: after ten it is taken for granted.
Scene ads() {
  service::Terms terms;
  terms.expire_after = 10;
  terms.on_expiry = service::Default{0, Outcome::Kind::kReward};
  return {{"ads", R"({"agent":"banker","arms":["red","green","blue","amber","violet"]})", terms},
          0.5,
          Outcome::Kind::kReward,
          [](const service::Made& made, Random& random) -> Ending {
            const double clicks = mean({0.15, 0.25, 0.2, 0.55, 0.1}, made);
            if (uniform(random, 0, 1) >= clicks) return {};
            return {1.0, uniform(random, 1, 8)};
          }};
}

// The loss is the time on the road, in minutes; it is told on arrival, here a second per minute. Some never report.
Scene routes() {
  service::Terms terms;
  terms.expire_after = 90;
  return {
      {"routes",
       R"({"agent":"banker","arms":["bridge","tunnel","ring road","old town"],"loss_range":[0,60]})", terms},
      0.25,
      Outcome::Kind::kLoss,
      [](const service::Made& made, Random& random) -> Ending {
        if (uniform(random, 0, 1) < 0.05) return {};
        const double minutes = mean({34, 22, 28, 45}, made) + uniform(random, -12, 12);
        return {minutes, minutes};
      }};
}

// Outcomes that take long, and patients who do not come back.
Scene trial() {
  service::Terms terms;
  terms.expire_after = 120;
  return {{"trial", R"({"agent":"banker","arms":["placebo","low dose","high dose"]})", terms},
          0.15,
          Outcome::Kind::kReward,
          [](const service::Made& made, Random& random) -> Ending {
            if (uniform(random, 0, 1) < 0.1) return {};
            const bool better = uniform(random, 0, 1) < mean({0.3, 0.45, 0.65}, made);
            return {better ? 1.0 : 0.0, uniform(random, 30, 60)};
          }};
}

// Two dials to turn; the best setting is a direction.
Scene dials() {
  return {
      {"dials", R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1},"nu":"body"})", {}},
      0.1,
      Outcome::Kind::kLoss,
      [](const service::Made& made, Random& random) -> Ending {
        const double target[] = {0.6, -0.4};
        double loss = 0;
        for (std::size_t i = 0; i < made.action.size() && i < 2; ++i) loss -= target[i] * made.action[i];
        return {loss + uniform(random, -0.2, 0.2), uniform(random, 1, 5)};
      }};
}

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all{ads(), routes(), trial(), dials()};
  return all;
}

const Scene& draw(Random& random) {
  double left = uniform(random, 0, 1);
  for (const Scene& scene : scenes()) {
    if ((left -= scene.share) < 0) return scene;
  }
  return scenes().front();
}

// Outcomes that will be told.
class Waiting {
 public:
  void add(const Scene& scene, const service::Made& made, Random& random) {
    const Ending ending = scene.end(made, random);
    if (!ending.value) return;
    const std::chrono::duration<double> delay(ending.seconds);
    all_.push({Clock::now() + std::chrono::duration_cast<Clock::duration>(delay),
               {scene.bandit.name, {{made.id, *ending.value, scene.kind}}}});
  }
  void tell_due(service::Service& service) {
    for (; !all_.empty() && all_.top().at <= Clock::now(); all_.pop()) service.call(all_.top().tell);
  }

 private:
  struct Item {
    Clock::time_point at;
    service::Tell tell;
    bool operator<(const Item& other) const { return at > other.at; }  // the first on top
  };
  std::priority_queue<Item> all_;
};

}  // namespace

std::optional<std::string> DemoTraffic::start() {
  for (const Scene& scene : scenes()) {
    const service::Answer answer = service_.call(scene.bandit);
    const auto* problem = std::get_if<service::Problem>(&answer);
    if (problem && problem->kind != service::Problem::Kind::kConflict) return problem->detail;
  }
  thread_ = std::thread([this] { run(); });
  return std::nullopt;
}

DemoTraffic::~DemoTraffic() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool DemoTraffic::wait() {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, kMoment, [this] { return stopping_; });
}

void DemoTraffic::run() {
  Random random(std::random_device{}());
  Waiting waiting;
  while (wait()) {
    const Scene& scene = draw(random);
    const service::Answer answer =
        service_.call(service::Ask{.bandit = scene.bandit.name, .count = 1, .ids = {}});
    if (const auto* asked = std::get_if<service::Asked>(&answer))
      waiting.add(scene, asked->decisions.front(), random);
    waiting.tell_due(service_);
  }
}

}  // namespace banker::apps
