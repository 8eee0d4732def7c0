#include <banker/lab/study.hpp>
#include <banker/lab/summary.hpp>
#include <cmath>
#include <cstdio>

using namespace banker;

// Three machines whose running time rises and falls, each at its own time: m_t of every arm.
class RunningTimes : public lab::Losses {
 public:
  explicit RunningTimes(const lab::Setting& setting) : Losses(std::vector<double>(setting.arms)) {}
  bool advance(std::uint64_t t) override {  // true: m_t is another than before
    for (std::size_t arm = 0; arm < mean_.size(); ++arm)
      mean_[arm] = 2 + static_cast<double>(arm) / 4 +
                   std::sin(static_cast<double>(t) / 500 + 2.0 * static_cast<double>(arm));
    return true;
  }
};

// sigma_t = 10 / (1 + open rounds): it never slows down, for the best machine changes all the time.
class Restless : public OwnRule {
 public:
  double propose(Backlog now) const override { return 10 / (1 + static_cast<double>(now.outstanding)); }
};

int main() {
  const auto study = lab::plan(
      {.agents = {R"({"agent":"banker-omd","loss_range":[0,4],"scale":{"rule":"own","name":"restless"}})",
                  R"({"agent":"banker-tinf","loss_range":[0,4]})", "banker-sftinf", "uniform"},
       .losses = {"running times"},
       .delays = {"geometric:20"},
       .arms = {3},
       .rounds = {20'000},
       .runs = 4,
       .own_losses = {{.text = "running times",
                       .high = 4,
                       .start = [](const auto& setting) { return std::make_unique<RunningTimes>(setting); }}},
       .own_scales = {{"restless", [] { return std::make_unique<Restless>(); }}}});
  if (!study) return std::puts(study.error().message.c_str()), 1;
  const auto results = lab::run(*study, {});
  if (!results) return std::puts(results.error().message.c_str()), 1;
  for (const lab::Summary& agent : lab::summarize(*study, *results, 0))
    std::printf("%-44s %8.1f\n", agent.agent.c_str(), agent.regret.mean);
}
