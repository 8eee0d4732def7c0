#include <algorithm>
#include <set>

#include "bad.hpp"
#include "banker/agent/options.hpp"
#include "banker/core/random.hpp"
#include "banker/lab/scores.hpp"
#include "banker/lab/study.hpp"
#include "entrant.hpp"
#include "ground.hpp"
#include "own_sources.hpp"

namespace banker::lab {

namespace {

constexpr std::size_t kUsualArms = 10, kUsualDimension = 3;
constexpr std::uint64_t kUsualRounds = 10'000;
constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 40;
constexpr std::uint32_t kMostJobs = 10'000'000;
constexpr std::size_t kMostPoints = 10'000;

// The body that all agents of a linear problem share: that of the first spec that has one, or a ball.
Json shared_ground(const std::vector<Json>& agents, std::size_t dimension) {
  for (const Json& spec : agents) {
    for (const char* key : {"body", "actions"}) {
      if (spec.contains(key)) return {{key, spec[key]}};
    }
  }
  return {{"body", {{"type", "ball"}, {"dimension", dimension}, {"radius", 1.0}}}};
}

Result<Cell> make_cell(const LossSource& losses, const DelaySource& delays, std::optional<std::size_t> arms,
                       std::optional<std::uint64_t> rounds, const std::vector<Json>& agents,
                       const OwnScales& own_scales) {
  Cell cell{losses, delays, 0, 0, {}, own_scales};
  Json ground;
  if (losses.linear) {
    if (delays.by_arm)
      return bad("the delays ", delays.text, " need arms, and the losses ", losses.text, " have none");
    ground = shared_ground(agents, arms.value_or(kUsualDimension));
    const auto body = Ground::of(ground.dump());
    if (!body) return body.error();
    cell.arms = body->dimension();
    if (arms && *arms != cell.arms)
      return bad("actions have ", cell.arms, " coordinates, and --arms is ", *arms,
                 ": with linear losses it is the dimension; leave it out");
  } else {
    cell.arms = arms.value_or(losses.arms.value_or(kUsualArms));
    if (losses.arms && *losses.arms != cell.arms)
      return bad("the losses ", losses.text, " are of ", *losses.arms, " arms, not of ", cell.arms);
    if (cell.arms < 2) return bad("a choice needs at least 2 arms, not ", cell.arms);
    if (cell.arms > kMaxArms) return bad(cell.arms, " arms are too many: at most ", kMaxArms);
  }
  const std::uint64_t most =
      std::min(losses.rounds.value_or(kMostRounds), delays.rounds.value_or(kMostRounds));
  cell.rounds = rounds.value_or(most < kMostRounds ? most : kUsualRounds);
  if (cell.rounds > most) {
    const bool delays_end = delays.rounds.value_or(kMostRounds) == most;
    if (most == kMostRounds) return bad("the lab plays at most ", kMostRounds, " rounds, not ", cell.rounds);
    return bad(cell.rounds, " rounds are more than ", delays_end ? delays.text : losses.text, ", which has ",
               most);
  }
  if (cell.rounds < 2) return bad("there must be at least 2 rounds, not ", cell.rounds);
  for (const Json& agent : agents) {
    auto spec = fill_in(agent, cell, ground);
    if (!spec) return spec.error();
    if (auto error = check_agent(title(agent), *spec, cell)) return *error;
    cell.specs.push_back(*std::move(spec));
  }
  return cell;
}

// Every value, or nothing if none is given.
template <class T>
std::vector<std::optional<T>> choices(const std::vector<T>& values) {
  if (values.empty()) return {std::nullopt};
  return {values.begin(), values.end()};
}

// A study without parts is its own only part.
std::vector<Part> parts_of(const Request& request) {
  if (!request.parts.empty()) return request.parts;
  return {{request.losses, request.delays, request.arms, request.rounds}};
}

double cells_in(const Part& part) {
  const auto some = [](const auto& list) {
    return static_cast<double>(std::max<std::size_t>(1, list.size()));
  };
  return some(part.losses) * some(part.delays) * some(part.arms) * some(part.rounds);
}

std::optional<Error> check(const Request& request) {
  if (request.agents.empty())
    return bad("no agents to compare: name some, as in --agents banker,delayed-exp3,uniform");
  if (request.runs == 0) return bad("there are 0 runs: at least 1 is needed, 2 for an error bar");
  if (request.points == 0 || request.points > kMostPoints)
    return bad("a curve has 1 to ", kMostPoints, " points, not ", request.points);
  double cells = 0;
  for (const Part& part : parts_of(request)) {
    if (part.losses.empty() || part.delays.empty()) return bad("the losses or the delays are an empty list");
    cells += cells_in(part);
  }
  if (cells * static_cast<double>(request.agents.size()) * static_cast<double>(request.runs) > kMostJobs)
    return bad("these are more than ", kMostJobs, " runs in all");
  if (request.seed > kMaxSeed || request.runs - 1 > kMaxSeed - request.seed)
    return bad("the seeds ", request.seed, " to ", request.seed, " + ", request.runs, " go beyond ",
               kMaxSeed);
  if (auto error = check_own("losses", request.own_losses, loss_generators())) return error;
  return check_own("delays", request.own_delays, delay_generators());
}

template <class Source>
Result<std::vector<Source>> make_all(const std::vector<std::string>& texts, const std::vector<Source>& own,
                                     Result<Source> (*make)(std::string_view)) {
  std::vector<Source> sources;
  for (const std::string& text : texts) {
    auto source = find_or_make(text, own, make);
    if (!source) return source.error();
    sources.push_back(*std::move(source));
  }
  return sources;
}

// Collects the cells of the parts. One that is there twice would count twice.
class Cells {
 public:
  Cells(const Request& request, const std::vector<Json>& agents) : request_(request), agents_(agents) {}

  std::optional<Error> add(const Part& part) {
    const auto losses = make_all(part.losses, request_.own_losses, make_losses);
    if (!losses) return losses.error();
    const auto delays = make_all(part.delays, request_.own_delays, make_delays);
    if (!delays) return delays.error();
    for (const LossSource& loss : *losses) {
      for (const DelaySource& delay : *delays) {
        for (const auto arms : choices(part.arms)) {
          for (const auto rounds : choices(part.rounds)) {
            if (auto error = add(make_cell(loss, delay, arms, rounds, agents_, request_.own_scales)))
              return error;
          }
        }
      }
    }
    return std::nullopt;
  }
  std::vector<Cell> take() { return std::move(cells_); }

 private:
  std::optional<Error> add(Result<Cell> cell) {
    if (!cell) return cell.error();
    const std::string name = concat(cell->losses.text, ", delays ", cell->delays.text, ", ", cell->arms,
                                    " arms, ", cell->rounds, " rounds");
    if (!seen_.insert(name).second) return bad(name, ": this combination is there twice");
    cells_.push_back(*std::move(cell));
    return std::nullopt;
  }

  const Request& request_;
  const std::vector<Json>& agents_;
  std::vector<Cell> cells_;
  std::set<std::string> seen_;
};

}  // namespace

Result<Study> plan(const Request& request) {
  if (auto error = check(request)) return *error;
  Study study{{}, {}, request.runs, request.seed, request.drop_after, request.points};
  std::vector<Json> agents;
  std::set<std::string> seen;
  for (const std::string& text : request.agents) {
    auto spec = read_agent(text);
    if (!spec) return spec.error();
    study.agents.push_back(title(*spec));
    if (!seen.insert(study.agents.back()).second) return bad(study.agents.back(), " is there twice");
    agents.push_back(*std::move(spec));
  }
  Cells cells(request, agents);
  const std::vector<Part> parts = parts_of(request);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto error = cells.add(parts[i]);
    if (error && request.parts.empty()) return *error;
    if (error) return Error{error->code, concat("part ", i + 1, ": ", error->message)};
  }
  study.cells = cells.take();
  if (!request.share_of) return study;
  const auto reference = find_agent(study, *request.share_of);
  if (!reference) return bad("--share-of (in a study \"share_of\"): ", reference.error().message);
  study.reference = *reference;
  return study;
}

Job job(const Study& study, std::size_t index) {
  const std::size_t agents = study.agents.size();
  const Cell& cell = study.cell_of(index);
  const std::string& spec = cell.specs[index % agents];
  const auto unknown = [](const auto& source) { return source.own && source.data == 0; };
  const std::uint64_t seed = study.seed + index / (agents * study.cells.size());
  return {with_seed(spec, seed),
          cell.losses.text,
          cell.delays.text,
          cell.arms,
          cell.rounds,
          seed,
          study.drop_after,
          cell.losses.data,
          cell.delays.data,
          study.points,
          unknown(cell.losses) || unknown(cell.delays) || own_rule(Json::parse(spec))};
}

}  // namespace banker::lab
