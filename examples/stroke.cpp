// A clinical trial as a bandit, after a published experiment (Dzhoha): two treatments, 12,668 patients, 11 a day. A
// success is known after 14 days, a failure after the days that deaths took in the International Stroke Trial. What
// does waiting cost Thompson sampling? Compares with the published means; the status is 1 if one is more than three
// standard errors away, 77 if the data is not there.
//
//   stroke [FOLDER with ist_death_day_histogram.csv] [RUNS]
#include <algorithm>
#include <banker/core/random.hpp>
#include <banker/lab/study.hpp>
#include <banker/lab/summary.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace banker;

constexpr std::uint64_t kPatients = 12'668, kPerDay = 11, kSuccessDays = 14;
constexpr const char* kFailures = "bernoulli:means=0.1319861067256078:0.1184085885696242";

// The share of deaths up to each day.
std::vector<double> read_days(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::vector<double> shares;
  double total = 0, day = 0, deaths = 0;
  std::getline(in, line);  // day,deaths
  while (std::getline(in, line) && std::sscanf(line.c_str(), "%lf,%lf", &day, &deaths) == 2) {
    total += deaths;
    shares.resize(static_cast<std::size_t>(day), shares.empty() ? 0 : shares.back());
    shares.push_back(total);
  }
  for (double& share : shares) share /= total;
  return shares;
}

// Good news is late: 14 days for a success, the day of death for a failure.
class TrialDelays : public lab::Delays {
 public:
  TrialDelays(const std::vector<double>& shares, std::uint64_t seed) : shares_(shares), seed_(seed) {}
  std::uint64_t of(std::uint64_t t, std::size_t, double loss) const override {
    if (loss == 0) return kPerDay * kSuccessDays;
    const double u = uniforms(seed_, RoundId{t}, lab::stream(lab::Stream::kDelay)).first;
    std::size_t day = 0;
    while (day + 1 < shares_.size() && shares_[day] <= u) ++day;
    return kPerDay * (day + 1);
  }

 private:
  const std::vector<double>& shares_;
  std::uint64_t seed_;
};

// A row of the published table: mean and standard deviation of 2,000 runs.
struct Published {
  const char* what;
  double mean, deviation;
};

bool check(const Published& published, const lab::Summary& ours) {
  const double theirs = published.deviation / std::sqrt(2000.0);
  const double own = ours.regret.standard_error.value_or(0);
  const double z = (ours.regret.mean - published.mean) / std::sqrt(theirs * theirs + own * own);
  std::printf("  %-36s %8.1f ± %-6.1f %8.1f ± %-6.1f %+6.2f\n", published.what, published.mean, theirs,
              ours.regret.mean, own, z);
  return std::fabs(z) <= 3;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "../shared/data/clinical_trials";
  const std::size_t runs = std::max(2ULL, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000);
  const std::vector<double> shares = read_days(folder + "/ist_death_day_histogram.csv");
  if (shares.empty()) {
    std::printf("skipped: no ist_death_day_histogram.csv in %s\n", folder.c_str());
    return 77;
  }
  auto study = *lab::plan({.agents = {"uniform", "delayed-thompson"},
                           .losses = {kFailures},
                           .delays = {"none"},
                           .arms = {},
                           .rounds = {kPatients},
                           .runs = runs,
                           .seed = 1});
  lab::Cell late = study.cells[0];
  late.delays.text = "of the trial";
  late.delays.start = [&](const lab::Setting& setting) {
    return std::make_unique<TrialDelays>(shares, setting.seed);
  };
  study.cells.push_back(late);
  const auto results = *lab::run(study, {});
  const auto at_once = lab::summarize(study, results, 0), waiting = lab::summarize(study, results, 1);
  std::printf("Regret after %llu patients, %zu runs\n", static_cast<unsigned long long>(kPatients), runs);
  std::printf("  %-36s %17s %17s %7s\n", "", "published", "here", "z");
  bool good = check({"uniform", 85.5, 36.4}, at_once[0]);
  good = check({"Thompson, outcomes at once", 31.1, 48.9}, at_once[1]) && good;
  good = check({"Thompson with queues, outcomes late", 74.1, 90.9}, waiting[1]) && good;
  return good ? 0 : 1;
}
