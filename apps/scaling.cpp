#include "banker/lab/scaling.hpp"

#include <cmath>
#include <cstdio>

#include "progress.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

std::string as_json(const std::vector<lab::Fit>& fits) {
  Json list = Json::array();
  for (const lab::Fit& fit : fits) {
    list.push_back({{"agent", fit.agent},
                    {"quantity", fit.quantity},
                    {"variable", fit.variable},
                    {"exponent", fit.exponent},
                    {"low", fit.low},
                    {"high", fit.high},
                    {"theory", to_json(fit.theory)}});
  }
  return Json{{"fits", list}}.dump(2) + '\n';
}

std::string as_csv(const std::vector<lab::Fit>& fits) {
  std::string out = "agent,quantity,variable,exponent,low,high,theory\n";
  for (const lab::Fit& fit : fits) {
    out += csv(fit.agent) + ',' + fit.quantity + ',' + fit.variable + ',' + text_or_nothing(fit.exponent) +
           ',' + text_or_nothing(fit.low) + ',' + text_or_nothing(fit.high) + ',' +
           text_or_nothing(fit.theory) + '\n';
  }
  return out;
}

// The points as bars, in logarithms.
std::string bars(const std::vector<std::pair<double, double>>& points) {
  const char* const levels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const auto& [x, y] : points) {
    low = std::min(low, std::log(y));
    high = std::max(high, std::log(y));
  }
  std::string text;
  for (const auto& [x, y] : points)
    text += levels[high > low ? std::lround(7 * (std::log(y) - low) / (high - low)) : 0];
  return text;
}

std::string as_table(const std::vector<lab::Fit>& fits) {
  Table table({"agent", "quantity", "in", "exponent", "95 % interval", "theory", "from", "to", ""},
              {0, 1, 2, 8});
  const auto three = [](double v) {
    char text[40];
    std::snprintf(text, sizeof text, "%.3f", v);
    return std::string(text);
  };
  for (const lab::Fit& fit : fits) {
    table.add({fit.agent, fit.quantity, fit.variable, three(fit.exponent),
               three(fit.low) + " to " + three(fit.high), fit.theory ? pretty(*fit.theory, 2) : "-",
               pretty(fit.points.front().first, 1), pretty(fit.points.back().first, 1), bars(fit.points)});
  }
  return table.text() +
         "\nquantity ~ variable^exponent; the regret is that of the worst problem at each value, the bars "
         "are the\n"
         "measured values in logarithms, theory is the exponent of the theorem without its logarithms.\n"
         "T rounds, D delays of all rounds and T, K arms, L size of losses, n dimensions\n";
}

}  // namespace

int scaling(const lab::ScalingRequest& request, const Output& output) {
  const auto sweeps = lab::plan(request);
  if (!sweeps) return refuse(sweeps.error().message);
  double rounds = 0;
  for (const lab::Sweep& sweep : *sweeps) {
    for (const lab::Study& study : sweep.points)
      rounds += static_cast<double>(study.cells[0].rounds) * static_cast<double>(study.jobs());
  }
  Progress progress(rounds);
  lab::RunnerOptions options{.threads = output.threads, .watch = &progress.watch()};
  options.tick = [&] { progress.tick(); };
  std::vector<lab::Fit> fits;
  std::string failure;
  for (const lab::Sweep& sweep : *sweeps) {
    auto more = lab::measure(sweep, options);
    if (!more) {
      failure = more.error().message;
      break;
    }
    fits.insert(fits.end(), more->begin(), more->end());
    if (progress.stopped()) failure = "stopped";
    if (!failure.empty()) break;
  }
  progress.clear();
  const std::string text = output.format == "json"  ? as_json(fits)
                           : output.format == "csv" ? as_csv(fits)
                                                    : as_table(fits);
  std::fwrite(text.data(), 1, text.size(), stdout);
  const bool printed = flushed();
  if (!failure.empty()) std::fprintf(stderr, "%s; what was measured before is above\n", failure.c_str());
  return printed && failure.empty() ? 0 : 1;
}

}  // namespace banker::apps
