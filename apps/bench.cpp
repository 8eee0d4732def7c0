#include "bench.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "bench_cell.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

constexpr Workload kWorkloads[] = {{"no-delay", 0, 1, 1'000'000},
                                   {"open-100", 100, 1, 1'000'000},
                                   {"open-10000", 10'000, 1, 1'000'000},
                                   {"open-1000000", 1'000'000, 1'000, 100},
                                   {"burst", 0, 1'000, 10'000}};
const char* const kAgents[] = {"banker", "banker-tinf", "delayed-tsallis", "tsallis-inf", "uniform"};
constexpr std::size_t kArms[] = {10, 100, 1'000, 10'000, 1'000'000};
constexpr std::size_t kQuickArms[] = {10, 100};

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// What to measure: a group of workloads for every agent and number of arms.
struct Plan {
  std::vector<std::string> agents;
  std::vector<std::size_t> arms;
  std::vector<const Workload*> workloads;
  bool all_arms;  // in every workload
};

Result<std::vector<const Workload*>> choose_workloads(const BenchRequest& request) {
  std::vector<const Workload*> chosen;
  std::vector<std::string> known;
  for (const Workload& workload : kWorkloads) {
    known.emplace_back(workload.name);
    if (request.workloads.empty() && !(request.quick && workload.open > 10'000)) chosen.push_back(&workload);
  }
  for (const std::string& name : request.workloads) {
    const auto* found = std::find_if(std::begin(kWorkloads), std::end(kWorkloads),
                                     [&](const Workload& w) { return w.name == name; });
    if (found == std::end(kWorkloads))
      return Error{ErrorCode::kBadValue, "no workload \"" + name + "\": there are " + joined(known)};
    chosen.push_back(found);
  }
  return chosen;
}

std::optional<std::string> find_unknown_agent(const std::vector<std::string>& agents) {
  std::vector<std::string> known;
  for (const CatalogEntry& entry : catalog()) {
    if (entry.kind == "arms") known.push_back(entry.name);
  }
  for (const std::string& name : agents) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      return "no agent \"" + name + "\" that plays arms: there are " + joined(known);
  }
  return {};
}

Result<Plan> make_plan(const BenchRequest& request) {
  auto chosen = choose_workloads(request);
  if (!chosen) return chosen.error();
  Plan plan{request.agents, request.arms, *std::move(chosen), !request.arms.empty()};
  if (plan.agents.empty()) plan.agents.assign(std::begin(kAgents), std::end(kAgents));
  if (auto unknown = find_unknown_agent(plan.agents)) return Error{ErrorCode::kBadValue, *unknown};
  if (!plan.all_arms && request.quick) plan.arms.assign(std::begin(kQuickArms), std::end(kQuickArms));
  else if (!plan.all_arms) plan.arms.assign(std::begin(kArms), std::end(kArms));
  for (const std::string& agent : plan.agents) {
    for (const std::size_t arms : plan.arms) {
      const auto made = make_agent(bench_spec(agent, arms));
      if (!made) return made.error();
    }
  }
  return plan;
}

// One agent with one number of arms in every workload, and the floors, in turns. What is wrong, if anything.
std::optional<std::string> measure(const Plan& plan, const std::string& agent, std::size_t arms, bool quick,
                                   Benched& out) {
  Floor small(1'024), own(arms);
  std::vector<Cell> cells;
  for (const Workload* workload : plan.workloads) {
    if (!plan.all_arms && arms > workload->most_arms) continue;
    const std::string name(workload->name);
    if (auto why = find_obstacle(*workload, agent, arms)) {
      out.left_out.push_back({name, agent, arms, *why});
      continue;
    }
    if (auto mistake = find_mistake(agent, arms, *workload))
      return name + ", " + agent + ", " + std::to_string(arms) + " arms: " + *mistake;
    cells.emplace_back(*workload, agent, arms, quick);
  }
  for (int turn = 0; turn < kTurns; ++turn) {
    small.turn(quick);
    own.turn(quick);
    for (Cell& cell : cells) cell.turn();
  }
  for (const Cell& cell : cells) {
    out.rows.push_back(cell.row());
    out.rows.back().floor_1024 = small.nanoseconds();
    out.rows.back().floor_own = own.nanoseconds();
  }
  return {};
}

}  // namespace

int bench(const BenchRequest& request, const std::string& format) {
  const auto plan = make_plan(request);
  if (!plan) return refuse(plan.error().message);
  Benched benched;
  const bool shown = isatty(STDERR_FILENO) == 1;
  const std::size_t groups = plan->arms.size() * plan->agents.size();
  std::size_t group = 0;
  for (const std::size_t arms : plan->arms) {
    for (const std::string& agent : plan->agents) {
      if (shown)
        std::fprintf(stderr, "\r%zu of %zu: %s, %zu arms\033[K", ++group, groups, agent.c_str(), arms);
      const auto mistake = measure(*plan, agent, arms, request.quick, benched);
      if (shown && (mistake || group == groups)) std::fputs("\r\033[K", stderr);
      if (mistake) {
        std::fprintf(stderr, "%s\n", mistake->c_str());
        return 1;
      }
    }
  }
  std::stable_sort(benched.rows.begin(), benched.rows.end(),
                   [](const auto& a, const auto& b) { return a.workload < b.workload; });
  const std::string text = report(benched, format);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return flushed() ? 0 : 1;
}

}  // namespace banker::apps
