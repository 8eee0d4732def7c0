// A delayed problem in the terminal: five ads, the best of which is clicked 20 % more often than the others;
// a click is known up to 100 decisions later. What does the printed Banker-TINF believe, and what does
// learning cost?
#include <banker/banker.hpp>
#include <banker/core/random.hpp>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kArms = 5;
constexpr std::size_t kBest = 3;
constexpr std::uint64_t kRounds = 20'000;
constexpr std::uint64_t kMaxDelay = 100;
constexpr std::size_t kColumns = 60;
constexpr double kGap = 0.2;

// A cell of the chart, from empty to full.
const char* bar(double share) {
  static const char* const kBars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const int level = static_cast<int>(share * 8 + 0.5);
  return kBars[level < 0 ? 0 : level > 8 ? 8 : level];
}

struct Sample {
  std::uint64_t round;
  std::size_t open;
  std::vector<double> probabilities;
  double regret;
};

std::vector<Sample> play() {
  auto agent = *banker::make_agent(banker::BankerTinfOptions{.arms = kArms, .seed = 1});
  std::vector<std::vector<banker::Outcome>> due(kRounds + kMaxDelay +
                                                2);  // what is known at the start of a round
  std::vector<Sample> samples;
  double regret = 0;
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    if (!agent->tell_many(due[t])) std::abort();
    const auto x = agent->probabilities();
    regret += kGap * (1 - x[kBest]);
    if (t % (kRounds / kColumns) == 0) samples.push_back({t, agent->outstanding(), x, regret});
    const banker::Decision ad = *agent->ask();
    const double click_rate = ad.arm == kBest ? 0.5 + kGap : 0.5;
    const double loss = banker::uniform(2, ad.round) < click_rate ? 0 : 1;
    const auto delay = static_cast<std::uint64_t>(banker::uniform(3, ad.round) * (kMaxDelay + 1));
    due[t + delay + 1].push_back({ad.round, loss});
  }
  return samples;
}

void print_table(const std::vector<Sample>& samples) {
  std::printf("   round  open    ad 0   ad 1   ad 2   ad 3*  ad 4    regret  of uniform\n");
  for (std::size_t i = 5; i < samples.size(); i += 6) {
    const Sample& s = samples[i];
    std::printf("%8llu %5zu  ", static_cast<unsigned long long>(s.round), s.open);
    for (const double p : s.probabilities) std::printf("  %.3f", p);
    const double uniform = kGap * (1 - 1.0 / kArms) * static_cast<double>(s.round);
    std::printf("  %8.1f  %8.0f %%\n", s.regret, 100 * s.regret / uniform);
  }
}

void print_chart(const std::vector<Sample>& samples) {
  std::printf("\nprobability of each ad over time (a full block is 1)\n");
  for (std::size_t arm = 0; arm < kArms; ++arm) {
    std::string row;
    for (const Sample& s : samples) row += bar(s.probabilities[arm]);
    std::printf("  ad %zu%c |%s| %.3f\n", arm, arm == kBest ? '*' : ' ', row.c_str(),
                samples.back().probabilities[arm]);
  }
  constexpr int kHeight = 8;
  std::printf("\nregret over time (blocks) beside uniform play (dots)\n");
  const double top = kGap * (1 - 1.0 / kArms) * static_cast<double>(kRounds);
  for (int level = kHeight - 1; level >= 0; --level) {
    std::string row;
    for (const Sample& s : samples) {
      const double height = s.regret / top * kHeight - level;
      const double uniform = static_cast<double>(s.round) / kRounds * kHeight - level;
      row += height > 0.06 ? bar(height) : uniform > 0 && uniform <= 1 ? "·" : " ";
    }
    std::printf("%7.0f |%s|\n", top * (level + 1) / kHeight, row.c_str());
  }
  std::printf("        round 1%*llu\n", static_cast<int>(kColumns - 6),
              static_cast<unsigned long long>(kRounds));
}

}  // namespace

int main() {
  std::printf(
      "banker-tinf on %zu ads; ad %zu is clicked %.0f points more often than the others,\n"
      "and a click is known 0 to %llu decisions later\n\n",
      kArms, kBest, 100 * kGap, static_cast<unsigned long long>(kMaxDelay));
  const std::vector<Sample> samples = play();
  print_table(samples);
  print_chart(samples);
}
