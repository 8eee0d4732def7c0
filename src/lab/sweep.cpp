#include <algorithm>
#include <cmath>

#include "../agent/json.hpp"
#include "bad.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/lab/scaling.hpp"
#include "entrant.hpp"

namespace banker::lab {

namespace {

constexpr std::size_t kArms = 4, kFewArms = 2, kDimension = 3;
constexpr std::uint64_t kLeastRounds = 4096;

// Half a power of 2: 2^(j/2).
double root_power(int j) {
  const double whole = std::ldexp(1.0, j >> 1);
  return j & 1 ? whole * std::sqrt(2.0) : whole;
}

// Gaps on a grid of half powers of 2 around the one that is hardest to learn, sqrt(K (1 + delay) / T): the same
// grid in these units for every T, delay and K that is a power of 2; and the widest, which only those who do not
// learn find hard.
std::vector<std::string> gaps(std::string_view losses, double arms, double delay, double rounds) {
  std::vector<std::string> list;
  for (int j = -20; j <= -2; ++j) {
    const double gap = root_power(j), hard = std::sqrt(arms * (1 + delay) / rounds);
    if ((gap >= 1.1 * hard && gap <= 6.1 * hard) || j == -2) list.push_back(concat(losses, "gap=", gap));
  }
  return list;
}

// What is measured at one value of the variable.
struct Point {
  std::vector<std::string> losses;
  std::string delays = "none";
  std::size_t arms = kArms;
  std::uint64_t rounds = 0;
};

struct Axis {
  std::string variable;
  std::vector<double> values;
};

std::vector<double> doublings(double from, double to) {
  std::vector<double> values;
  for (double v = from; v <= to * (1 + 1e-9); v *= 2) values.push_back(v);
  return values;
}

// The variables an agent has, and where to measure them.
std::vector<Axis> axes_of(const Agent& agent, double rounds) {
  const bool linear = agent.dimension() > 0;
  const LossDomain::Kind kind = agent.identity().domain.kind;
  const bool unbounded = kind == LossDomain::Kind::kNonNegative || kind == LossDomain::Kind::kSigned;
  std::vector<Axis> axes{{"T", doublings(rounds / 32, rounds)}};
  if (agent.identity().name != "omd") axes.push_back({"D", doublings(2, 32)});
  if (linear) axes.push_back({"n", doublings(2, 16)});
  else axes.push_back({"K", doublings(8, 128)});
  if (unbounded) axes.push_back({"L", {10, 100, 1000, 10'000}});
  return axes;
}

Point point_of(const Axis& axis, double value, double rounds, bool linear) {
  Point point;
  // A fixed delay is the worst: d + 1 learners that share nothing. They need time, or it is their first steps that
  // are measured.
  if (axis.variable == "D") rounds *= 8;
  point.rounds = static_cast<std::uint64_t>(axis.variable == "T" ? value : rounds);
  point.arms = linear ? kDimension : axis.variable == "D" ? kFewArms : kArms;
  if (axis.variable == "K" || axis.variable == "n") point.arms = static_cast<std::size_t>(value);
  const double delay = axis.variable == "D" ? value : 0;
  if (delay > 0) point.delays = concat("fixed:", delay);
  const double t = static_cast<double>(point.rounds), k = static_cast<double>(point.arms);
  if (linear) {
    for (const double size : {1.0, 0.5, 0.25, 0.125})
      point.losses.push_back(concat("linear-fixed:size=", size));
  } else if (axis.variable == "L") {
    point.losses = gaps(concat("scale-jump:factor=", value, ","), k, 0, t);
  } else {
    point.losses = gaps("bernoulli:", k, delay, t);
  }
  return point;
}

Result<Sweep> make_sweep(const std::string& agent, const Axis& axis, const ScalingRequest& request,
                         bool linear) {
  Sweep sweep{{}, axis.variable, axis.values, {}};
  for (const double value : axis.values) {
    const Point point = point_of(axis, value, static_cast<double>(request.rounds), linear);
    auto study = plan(Request{.agents = {agent},
                              .losses = point.losses,
                              .delays = {point.delays},
                              .arms = {point.arms},
                              .rounds = {point.rounds},
                              .runs = request.runs,
                              .seed = request.seed});
    if (!study) return study.error();
    sweep.agent = study->agents[0];
    sweep.points.push_back(*std::move(study));
  }
  return sweep;
}

std::optional<Error> check(const ScalingRequest& request) {
  if (request.agents.empty()) return bad("no agents to measure: name some, as in --agents banker");
  if (request.runs < kGroups) return bad("an interval needs at least ", kGroups, " runs, not ", request.runs);
  if (request.rounds < kLeastRounds || (request.rounds & (request.rounds - 1)) != 0)
    return bad("the rounds must be a power of 2, at least ", kLeastRounds, ", not ", request.rounds);
  constexpr std::string_view kKnown[] = {"T", "D", "K", "L", "n"};
  for (const std::string& variable : request.variables) {
    if (std::find(std::begin(kKnown), std::end(kKnown), variable) == std::end(kKnown))
      return bad("unknown variable ", in_quotes(variable), ": known are T, D, K, L and n");
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Sweep>> plan(const ScalingRequest& request) {
  if (auto error = check(request)) return *error;
  std::vector<Sweep> sweeps;
  for (const std::string& agent : request.agents) {
    const auto spec = read_agent(agent);
    if (!spec) return spec.error();
    const bool linear = is_linear(*spec);
    const auto study = plan(Request{
        .agents = {agent}, .losses = {linear ? "linear-fixed" : "bernoulli"}, .arms = {}, .rounds = {}});
    if (!study) return study.error();
    const auto prototype = make_agent(job(*study, 0).spec);
    if (!prototype) return prototype.error();
    const auto axes = axes_of(**prototype, static_cast<double>(request.rounds));
    for (const Axis& axis : axes) {
      const auto& wanted = request.variables;
      if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), axis.variable) == wanted.end()) continue;
      auto sweep = make_sweep(agent, axis, request, linear);
      if (!sweep) return sweep.error();
      sweeps.push_back(*std::move(sweep));
    }
  }
  if (sweeps.empty()) return bad("none of these agents has any of these variables");
  return sweeps;
}

}  // namespace banker::lab
