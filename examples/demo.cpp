// A delayed problem in the terminal: five ads, the best of which is clicked 20 points more often than the
// others. What does the agent believe, and what does learning cost, when a click is known up to
// 100 decisions later? And when every click comes equally late?
#include <banker/banker.hpp>
#include <banker/core/random.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t kArms = 5;
constexpr std::size_t kBest = 3;
constexpr std::size_t kColumns = 60;
constexpr std::uint64_t kPerColumn = 300;
constexpr std::uint64_t kRounds = kColumns * kPerColumn;
constexpr double kGap = 0.2;

// The regret of uniform play.
double uniform_regret(std::uint64_t rounds) { return kGap * (1 - 1.0 / kArms) * static_cast<double>(rounds); }

struct Column {  // kPerColumn rounds
  std::uint64_t round = 0;
  std::size_t open = 0;
  std::vector<double> probabilities = std::vector<double>(kArms);  // mean
  double regret = 0, certificate = 0;
};

// Plays, with delay_of(round) decisions between a decision and its outcome.
template <class DelayOf>
std::vector<Column> play(std::unique_ptr<banker::Agent> agent, std::uint64_t longest, DelayOf delay_of) {
  std::vector<std::vector<banker::Outcome>> due(kRounds + longest + 2);  // what is known when a round starts
  std::vector<Column> columns(kColumns);
  double regret = 0;
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    if (!agent->tell_many(due[t])) std::abort();
    const auto x = agent->probabilities();
    regret += kGap * (1 - x[kBest]);
    Column& column = columns[(t - 1) / kPerColumn];
    for (std::size_t arm = 0; arm < kArms; ++arm) column.probabilities[arm] += x[arm] / kPerColumn;
    column = {t, agent->outstanding(), std::move(column.probabilities), regret, *agent->certificate()};
    const banker::Decision ad = *agent->ask();
    const double click_rate = ad.arm == kBest ? 0.5 + kGap : 0.5;
    const double loss = banker::uniform(2, ad.round) < click_rate ? 0 : 1;
    due[t + delay_of(ad.round) + 1].push_back({ad.round, loss});
  }
  return columns;
}

void print_table(const std::vector<Column>& columns) {
  std::printf("  rounds  open   ad 0   ad 1   ad 2   ad 3*  ad 4  regret of uniform  certificate\n");
  for (std::size_t i = 9; i < columns.size(); i += 10) {
    const Column& c = columns[i];
    std::printf("%8llu %5zu ", static_cast<unsigned long long>(c.round), c.open);
    for (const double p : c.probabilities) std::printf("  %.3f", p);
    std::printf(" %7.0f %8.0f %%  %11.0f\n", c.regret, 100 * c.regret / uniform_regret(c.round),
                c.certificate);
  }
}

// A cell of a chart, from empty to full.
const char* bar(double share) {
  static const char* const kBars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const int level = static_cast<int>(share * 8 + 0.5);
  return kBars[level < 0 ? 0 : level > 8 ? 8 : level];
}

void print_probabilities(const std::vector<Column>& columns) {
  std::printf("\nprobability of each ad over time (a full block is 1)\n");
  for (std::size_t arm = 0; arm < kArms; ++arm) {
    std::string row;
    for (const Column& c : columns) row += bar(c.probabilities[arm]);
    std::printf("  ad %zu%c |%s| %.3f\n", arm, arm == kBest ? '*' : ' ', row.c_str(),
                columns.back().probabilities[arm]);
  }
}

void print_regret(const std::vector<Column>& columns) {
  constexpr int kHeight = 8;
  std::printf("\nregret over time (blocks), and that of uniform play (dots)\n");
  const double top = uniform_regret(kRounds);
  for (int level = kHeight - 1; level >= 0; --level) {
    std::string row;
    for (const Column& c : columns) {
      const double height = c.regret / top * kHeight - level;
      const double uniform = uniform_regret(c.round) / top * kHeight - level;
      row += height > 0.06 ? bar(height) : uniform > 0 && uniform <= 1 ? "·" : " ";
    }
    std::printf("%7.0f |%s|\n", top * (level + 1) / kHeight, row.c_str());
  }
  std::printf("        round 1%*llu\n", static_cast<int>(kColumns - 6),
              static_cast<unsigned long long>(kRounds));
}

template <class Options>
double share_of_uniform(std::uint64_t delay) {
  auto agent = *banker::make_agent(Options{.arms = kArms, .seed = 1});
  const double regret = play(std::move(agent), delay, [&](banker::RoundId) { return delay; }).back().regret;
  return 100 * regret / uniform_regret(kRounds);
}

}  // namespace

int main() {
  constexpr std::uint64_t kLongest = 100;
  std::printf("banker on five ads; ad 3 is clicked 20 points more often than the others,\n");
  std::printf("and a click is known 0 to 100 decisions later\n\n");
  auto agent = *banker::make_agent(banker::BankerOptions{.arms = kArms, .seed = 1});
  const auto columns = play(std::move(agent), kLongest, [](banker::RoundId round) {
    return static_cast<std::uint64_t>(banker::uniform(3, round) * (kLongest + 1));
  });
  print_table(columns);
  print_probabilities(columns);
  print_regret(columns);
  std::printf("\nregret, of uniform play, when every click is equally late     banker   banker-tinf\n");
  for (const std::uint64_t delay : {0, 10, 100, 1000}) {
    std::printf("  %4llu decisions%*.0f %%%12.0f %%\n", static_cast<unsigned long long>(delay), 51,
                share_of_uniform<banker::BankerOptions>(delay),
                share_of_uniform<banker::BankerTinfOptions>(delay));
  }
}
