#include "demo_scenes.hpp"

#include <cmath>

namespace banker::apps {

namespace {

double uniform(DemoRandom& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// As often between 1 and 2 as between 2 and 4.
double spread(DemoRandom& random, double low, double high) {
  return low * std::pow(high / low, uniform(random, 0, 1));
}

bool happens(DemoRandom& random, double probability) { return uniform(random, 0, 1) < probability; }

// The mean of an arm; bandits of the same name may have been made by somebody else.
double mean(const std::vector<double>& means, const service::Made& made) {
  return means[made.decision.arm % means.size()];
}

service::Terms expiring(double seconds) {
  service::Terms terms;
  terms.expire_after = seconds;
  return terms;
}

// Clicks come within seconds. That nobody clicked is never told: after ten it is taken for granted.
Scene ads() {
  service::Terms terms = expiring(10);
  terms.on_expiry = service::Default{0, Outcome::Kind::kReward};
  return {{"ads", R"({"agent":"banker","arms":["summer","winter","plain","video","quiz"],"head_start":8})",
           terms},
          0.28,
          Outcome::Kind::kReward,
          [](const service::Made& made, double, DemoRandom& random) -> Ending {
            if (!happens(random, mean({0.15, 0.25, 0.2, 0.55, 0.1}, made))) return {};
            return {1.0, spread(random, 0.3, 9)};
          }};
}

// The loss is the time on the road, in minutes. It is told on arrival, two minutes in a second; some never report.
Scene routes() {
  return {
      {"routes",
       R"({"agent":"banker","arms":["bridge","tunnel","ring road","old town"],"loss_range":[0,60],"head_start":8})",
       expiring(60)},
      0.2,
      Outcome::Kind::kLoss,
      [](const service::Made& made, double, DemoRandom& random) -> Ending {
        if (happens(random, 0.04)) return {};
        const double minutes = mean({34, 18, 28, 45}, made) + uniform(random, -12, 12);
        return {minutes, minutes / 2};
      }};
}

// The agent of the paper, which pays for every decision with savings of single rounds: its statements name them.
Scene checkout() {
  return {{"checkout", R"({"agent":"banker-tinf","arms":["card","invoice","transfer"]})", expiring(30)},
          0.08,
          Outcome::Kind::kReward,
          [](const service::Made& made, double, DemoRandom& random) -> Ending {
            if (happens(random, 0.03)) return {};
            return {happens(random, mean({0.8, 0.5, 0.3}, made)) ? 1.0 : 0.0, spread(random, 0.5, 12)};
          }};
}

// Milliseconds until a server answers, known at once. Every two minutes another one has little to do.
Scene servers() {
  constexpr double kShift = 120;  // seconds
  return {{"servers", R"({"agent":"delayed-exp3","arms":["north","south","west"],"loss_range":[0,500]})",
           expiring(20)},
          0.24,
          Outcome::Kind::kLoss,
          [](const service::Made& made, double seconds, DemoRandom& random) -> Ending {
            if (happens(random, 0.02)) return {};
            const bool idle = made.decision.arm == static_cast<std::size_t>(seconds / kShift) % 3;
            return {idle ? uniform(random, 20, 100) : uniform(random, 250, 480), spread(random, 0.1, 1)};
          }};
}

// Outcomes that take half a minute, and patients who do not come back.
Scene trial() {
  return {{"trial", R"({"agent":"banker","arms":["placebo","low dose","high dose"],"head_start":8})",
           expiring(45)},
          0.1,
          Outcome::Kind::kReward,
          [](const service::Made& made, double, DemoRandom& random) -> Ending {
            if (happens(random, 0.06)) return {};
            const bool better = happens(random, mean({0.3, 0.45, 0.7}, made));
            return {better ? 1.0 : 0.0, uniform(random, 8, 30)};
          }};
}

// Two dials to turn; the best setting is a direction.
Scene dials() {
  return {{"dials", R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1},"nu":"body"})",
           expiring(30)},
          0.1,
          Outcome::Kind::kLoss,
          [](const service::Made& made, double, DemoRandom& random) -> Ending {
            if (happens(random, 0.02)) return {};
            const double target[] = {0.6, -0.4};
            double loss = 0;
            for (std::size_t i = 0; i < made.action.size() && i < 2; ++i) loss -= target[i] * made.action[i];
            return {loss + uniform(random, -0.2, 0.2), spread(random, 0.3, 5)};
          }};
}

}  // namespace

const std::vector<Scene>& demo_scenes() {
  static const std::vector<Scene> all{ads(), routes(), servers(), trial(), dials(), checkout()};
  return all;
}

}  // namespace banker::apps
