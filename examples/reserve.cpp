// Draws why the reserve works: three learners on the same losses, fixed delay 20.
//
//   reserve learning     docs/pictures/reserve.svg: the probability of the best arm, one dot per round
//   reserve bank         docs/pictures/bank.svg: where the capital is, with an outage in between
#include <algorithm>
#include <array>
#include <banker/banker.hpp>
#include <banker/lab/losses.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace banker;

constexpr std::size_t kArms = 4, kLearners = 3;
constexpr double kGap = 0.3;
constexpr std::uint64_t kDelay = 20, kSeed = 1, kRuns = 100;

// The rounds in which no outcome arrives: [begin, end). Those due in them arrive at its end.
struct Outage {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t arrival(std::uint64_t s) const {
    const std::uint64_t due = s + kDelay + 1;
    return begin <= due && due < end ? end : due;
  }
};

// Right after the ask of round t.
struct Moment {
  double best;      // probability of the best arm
  double open;      // capital in open rounds, sum of sigma_s
  double invested;  // B_t = open + what is left to spend
  bool loan;        // b_t > 0
};

constexpr std::array<const char*, kLearners> kNames{"banker-tinf", "banker-tinf with a reserve", "banker"};

std::unique_ptr<Agent> make(std::size_t learner, std::uint64_t seed) {
  if (learner == 0) return *make_agent(BankerTinfOptions{.arms = kArms, .seed = seed});
  if (learner == 2) return *make_agent(BankerOptions{.arms = kArms, .seed = seed});
  return *make_agent(BankerTinfOptions{
      .arms = kArms, .seed = seed, .spending = Spending::kProportional, .reserve = BankerOptions{}.reserve});
}

double capital_in_open_rounds(const Agent& agent) {
  if (const auto* paper = dynamic_cast<const BankerTinf*>(&agent)) return paper->bank().open();
  return dynamic_cast<const Banker&>(agent).bank().open();
}

std::vector<Moment> play(std::size_t learner, std::uint64_t rounds, std::uint64_t seed, Outage outage) {
  const auto agent = make(learner, seed);
  const auto losses = lab::make_losses("bernoulli:" + std::to_string(kGap))->start({kArms, rounds, seed});
  std::vector<double> x, loss(rounds + 1);
  std::vector<Moment> moments;
  for (std::uint64_t t = 1, next = 1; t <= rounds; ++t) {
    for (; next < t && outage.arrival(next) <= t; ++next) {
      if (!agent->tell(RoundId{next}, loss[next])) std::abort();
    }
    losses->advance(t);
    loss[t] = losses->outcome(agent->ask()->arm);
    agent->last_point(x);
    const auto mean = losses->mean();
    const auto best = std::min_element(mean.begin(), mean.end()) - mean.begin();
    moments.push_back({x[static_cast<std::size_t>(best)], capital_in_open_rounds(*agent),
                       *agent->total_invested(), agent->statement(RoundId{t})->borrowed > 0});
  }
  return moments;
}

double mean_regret(std::size_t learner, std::uint64_t rounds) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed)
    for (const Moment& m : play(learner, rounds, seed, {})) sum += kGap * (1 - m.best);
  return sum / static_cast<double>(kRuns);
}

// Three panels below one another, and a key above them.
constexpr double kWidth = 720, kLeft = 40, kRight = 698, kTop = 66, kHeight = 130, kStep = 182;

struct Panel {
  std::size_t learner;
  std::size_t rounds;
  double highest;

  double top() const { return kTop + static_cast<double>(learner) * kStep; }
  double x(std::size_t round) const {
    return kLeft + (kRight - kLeft) * static_cast<double>(round) / static_cast<double>(rounds);
  }
  double y(double value) const { return top() + kHeight * (1 - value / highest); }
};

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), pattern, values...);
  return text.data();
}

void text(double x, double y, const std::string& what, const char* style = "") {
  std::printf("  <text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, style, what.c_str());
}
void path(const std::string& d, const std::string& style) {
  std::printf("  <path d=\"%s\" %s/>\n", d.c_str(), style.c_str());
}

constexpr const char* kEnd = "text-anchor=\"end\"";
constexpr const char* kMiddle = "text-anchor=\"middle\"";
constexpr const char* kTitle = "font-weight=\"600\" font-size=\"14.5\"";
constexpr const char* kFrame = "fill=\"none\" stroke=\"#727a85\"";
constexpr const char* kFaint = "stroke=\"#727a85\" stroke-opacity=\".25\"";
constexpr const char* kLoan = "stroke=\"#e5484d\" stroke-width=\"6\" stroke-opacity=\".8\"";
constexpr const char* kShade = "fill=\"#727a85\" fill-opacity=\".15\"";
constexpr const char* kOut = "fill=\"#f28c38\"";
constexpr const char* kLeftOver = "fill=\"#6bbf8a\"";
constexpr const char* kInvested = "fill=\"none\" stroke=\"#3b6fd4\" stroke-width=\"1.8\"";

std::string dot_style(const char* colour, double width) {
  return format("stroke=\"%s\" stroke-width=\"%.1f\" stroke-linecap=\"round\"", colour, width);
}
// Rounds of three of the d + 1 chains, drawn on top of all the others.
const std::array<std::string, 4> kDots{dot_style("#727a85", 1.8), dot_style("#3b82f6", 3.6),
                                       dot_style("#f0761b", 3.6), dot_style("#12a150", 3.6)};

// The rounds with a loan, as bars below the panel: one for rounds in a row.
std::string loans(const Panel& p, const std::vector<Moment>& moments) {
  std::string d;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if (!moments[i].loan) continue;
    const std::size_t first = i;
    while (i + 1 < moments.size() && moments[i + 1].loan) ++i;
    d += format("M%.1f,%.1fH%.1f", p.x(first + 1) - 0.7, p.y(0) + 7, p.x(i + 1) + 0.7);
  }
  return d;
}

void loan_key(double x) {
  path(format("M%.1f,15h1.5m4,0h1.5", x), kLoan);
  text(x + 13, 20, "loans");
}

// What stands around a panel, with a line and a number at every `unit` of height.
void frame(const Panel& p, const std::vector<Moment>& moments, double unit, std::size_t every,
           const char* title, const char* remark) {
  for (double value = 0; value <= p.highest; value += unit) {
    path(format("M%.1f,%.1fH%.1f", kLeft, p.y(value), kRight), kFaint);
    text(kLeft - 6, p.y(value) + 4.5, format("%g", value), kEnd);
  }
  path(format("M%.1f,%.1fV%.1fH%.1f", kLeft, p.top(), p.y(0), kRight), kFrame);
  path(loans(p, moments), kLoan);
  std::printf("  <text x=\"%.1f\" y=\"%.1f\"><tspan %s>%s</tspan><tspan dx=\"10\">%s</tspan></text>\n", kLeft,
              p.top() - 12, kTitle, title, remark);
  if (p.learner + 1 < kLearners) return;
  for (std::size_t t = 0; t <= p.rounds; t += every)
    text(p.x(t), p.y(0) + 26, t == 0 ? "round" : std::to_string(t), kMiddle);
}

void draw_learning() {
  std::printf("  <title>The probability of the best arm in every round, for three learners</title>\n");
  constexpr std::size_t kRounds = 2100;
  constexpr std::array<const char*, kLearners> kRemarks{
      "21 learners that never hear of each other", "one learner; it falls back a little at every loan",
      "one learner, a scale of its own, and loans that remember"};
  for (std::size_t k = 0; k < kLearners; ++k) {
    const Panel p{k, kRounds, 1};
    const auto moments = play(k, kRounds, kSeed, {});
    std::array<std::string, 4> dots;
    for (std::size_t t = 1; t <= kRounds; ++t) {
      const std::size_t chain = t % (kDelay + 1);
      dots[chain % 7 == 0 ? 1 + chain / 7 : 0] += format("M%.1f,%.1fh0", p.x(t), p.y(moments[t - 1].best));
    }
    frame(p, moments, 0.5, 300, kNames[k], kRemarks[k]);
    for (std::size_t c = 0; c < dots.size(); ++c) path(dots[c], kDots[c]);
    text(kRight, p.top() - 12, format("mean regret %.0f", mean_regret(k, kRounds)), kEnd);
  }
  text(10, 20, "probability of the best arm in rounds");
  const auto key = [](double x, std::size_t c, const char* what) {
    path(format("M%.1f,15.5h0", x), kDots[c]);
    text(x + 8, 20, what);
  };
  key(274, 1, "21, 42, 63 &#8230;");
  key(378, 2, "7, 28, 49 &#8230;");
  key(476, 3, "14, 35, 56 &#8230;");
  key(580, 0, "others");
  loan_key(648);
}

// A step function of the round, from the bottom of the panel.
template <class Value>
std::string steps(const Panel& p, const std::vector<Moment>& moments, Value value) {
  std::string d = format("M%.1f,%.1f", p.x(0), p.y(0)), last;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const std::string level = format("V%.1f", p.y(value(moments[i])));
    if (level != last) d += format("H%.1f", p.x(i)) + level;
    last = level;
  }
  return d + format("H%.1f", kRight);
}

void draw_bank() {
  std::printf("  <title>Where the capital of three learners is, before, in and after an outage</title>\n");
  constexpr std::size_t kRounds = 600;
  constexpr Outage kOutage{301, 401};
  std::array<std::vector<Moment>, kLearners> all;
  double highest = 0;
  for (std::size_t k = 0; k < kLearners; ++k) {
    all[k] = play(k, kRounds, kSeed, kOutage);
    highest = std::max(highest, all[k].back().invested);
  }
  constexpr std::array<const char*, kLearners> kRemarks{
      "every round takes all there is; only an outage fills it", "keeps at least half of what was out",
      "borrows early, then lives on it"};
  for (std::size_t k = 0; k < kLearners; ++k) {
    const Panel p{k, kRounds, 1.05 * highest};
    const double begin = p.x(kOutage.begin - 1), end = p.x(kOutage.end - 1);
    path(format("M%.1f,%.1fH%.1fV%.1fH%.1fZ", begin, p.top(), end, p.y(0), begin), kShade);
    if (k == 0) text((begin + end) / 2, p.top() + 16, "outage", kMiddle);
    const std::string invested = steps(p, all[k], [](const Moment& m) { return m.invested; });
    const std::string open = steps(p, all[k], [](const Moment& m) { return m.open; });
    path(invested + format("V%.1fZ", p.y(0)), kLeftOver);
    path(open + format("V%.1fZ", p.y(0)), kOut);
    path(invested, kInvested);
    frame(p, all[k], 50, 100, kNames[k], kRemarks[k]);
    const auto count = std::count_if(all[k].begin(), all[k].end(), [](const Moment& m) { return m.loan; });
    text(kRight, p.top() - 12, format("%td loans", count), kEnd);
  }
  const auto key = [](double x, const char* style, const char* what) {
    path(format("M%.1f,10h16v10h-16Z", x), style);
    text(x + 22, 20, what);
  };
  key(10, kOut, "capital out in open rounds");
  key(220, kLeftOver, "left in the bank");
  path("M360,15h16", kInvested);
  text(382, 20, "all that was borrowed");
  loan_key(560);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view which = argc == 2 ? argv[1] : "";
  if (which != "learning" && which != "bank") {
    std::fprintf(stderr, "usage: reserve learning|bank\n");
    return 2;
  }
  std::printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" ", kWidth,
              kTop + 2 * kStep + kHeight + 36, kWidth);
  std::printf("font-family=\"system-ui, Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#727a85\">\n");
  which == "bank" ? draw_bank() : draw_learning();
  std::printf("</svg>\n");
}
