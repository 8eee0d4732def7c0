#include "demo_traffic.hpp"

#include <chrono>
#include <queue>

#include "demo_scenes.hpp"

namespace banker::apps {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetween{40};  // two decisions

const Scene& draw(DemoRandom& random) {
  double left = std::uniform_real_distribution<double>(0, 1)(random);
  for (const Scene& scene : demo_scenes()) {
    if ((left -= scene.share) < 0) return scene;
  }
  return demo_scenes().front();
}

// Outcomes that will be told.
class Coming {
 public:
  void add(const Scene& scene, const service::Made& made, DemoRandom& random) {
    const Clock::time_point now = Clock::now();
    const Ending ending = scene.end(made, std::chrono::duration<double>(now - start_).count(), random);
    if (!ending.value) return;
    const std::chrono::duration<double> delay(ending.delay);
    all_.push({now + std::chrono::duration_cast<Clock::duration>(delay),
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
  const Clock::time_point start_ = Clock::now();
  std::priority_queue<Item> all_;
};

}  // namespace

std::optional<std::string> DemoTraffic::start() {
  for (const Scene& scene : demo_scenes()) {
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
  return !changed_.wait_for(lock, kBetween, [this] { return stopping_; });
}

void DemoTraffic::run() {
  DemoRandom random(std::random_device{}());
  Coming coming;
  while (wait()) {
    const Scene& scene = draw(random);
    const service::Answer answer =
        service_.call(service::Ask{.bandit = scene.bandit.name, .count = 1, .ids = {}});
    if (const auto* asked = std::get_if<service::Asked>(&answer))
      coming.add(scene, asked->decisions.front(), random);
    coming.tell_due(service_);
  }
}

}  // namespace banker::apps
