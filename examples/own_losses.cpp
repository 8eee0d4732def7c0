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

int main() {
  auto study =
      *lab::plan({.agents = {R"({"agent":"banker-tinf","loss_range":[0,4]})", "banker-sftinf", "uniform"},
                  .delays = {"geometric:20"},
                  .arms = {3},
                  .rounds = {20'000},
                  .runs = 4});
  lab::LossSource mine;
  mine.text = "running times";
  mine.low = 0;
  mine.high = 4;
  mine.start = [](const lab::Setting& setting) { return std::make_unique<RunningTimes>(setting); };
  study.cells[0].losses = mine;
  const auto results = lab::run(study, {});
  if (!results) return 1;
  for (const lab::Summary& agent : lab::summarize(study, *results, 0))
    std::printf("%-32s %8.1f\n", agent.agent.c_str(), agent.regret.mean);
}
