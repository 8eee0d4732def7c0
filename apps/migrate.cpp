#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <variant>

#include "banker/agent/catalog.hpp"
#include "banker/service/service.hpp"
#include "serve.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

// A bandit, the rule it plays by now, and the newest of its agent.
struct Played {
  std::string bandit, agent;
  std::uint64_t rule = 1, newest = 1;
  bool moved = false;

  bool is_old() const { return rule < newest; }
};
using AllPlayed = std::vector<Played>;

std::uint64_t newest_of(const std::string& agent) {
  const auto& all = catalog();
  const auto entry = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == agent; });
  return entry == all.end() ? 1 : entry->rule;
}

Result<AllPlayed> read_all(service::Service& service) {
  const service::Answer answer = service.call(service::List{});
  if (const auto* problem = std::get_if<service::Problem>(&answer))
    return Error{ErrorCode::kDamaged, problem->detail};
  AllPlayed all;
  for (const service::Summary& one : std::get<service::Summaries>(answer).bandits)
    if (one.who) all.push_back({one.name, one.who->name, one.who->rule, newest_of(one.who->name)});
  return all;
}

// Leaves those that are named, if any are. The first that is not there.
std::optional<std::string> choose(AllPlayed& all, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::none_of(all.begin(), all.end(), [&](const Played& one) { return one.bandit == name; }))
      return name;
  if (!names.empty())
    std::erase_if(all,
                  [&](const Played& one) { return std::count(names.begin(), names.end(), one.bandit) == 0; });
  return std::nullopt;
}

// Why it could not, and those after it are left.
std::optional<std::string> move_on(service::Service& service, AllPlayed& all) {
  for (Played& one : all) {
    if (!one.is_old()) continue;
    const service::Answer answer = service.call(service::Upgrade{one.bandit, one.newest});
    if (const auto* problem = std::get_if<service::Problem>(&answer))
      return one.bandit + ": " + problem->detail;
    one.rule = one.newest;
    one.moved = true;
  }
  return std::nullopt;
}

void print_json(const AllPlayed& all) {
  auto list = Json::array();
  for (const Played& one : all)
    list.push_back({{"bandit", one.bandit},
                    {"agent", one.agent},
                    {"rule", one.rule},
                    {"newest", one.newest},
                    {"moved", one.moved}});
  std::printf("%s\n", Json{{"bandits", list}}.dump(2).c_str());
}

void print(const AllPlayed& all, const std::string& format) {
  if (format == "json") return print_json(all);
  const std::vector<std::string> header{"bandit", "agent", "rule", "newest", "moved"};
  Table table(header, {0, 1});
  std::string text = "bandit,agent,rule,newest,moved\n";
  for (const Played& one : all) {
    const std::string rule = std::to_string(one.rule), newest = std::to_string(one.newest);
    text += csv(one.bandit) + ',' + csv(one.agent) + ',' + rule + ',' + newest +
            (one.moved ? ",true\n" : ",false\n");
    table.add({one.bandit, one.agent, rule, newest, one.moved ? "yes" : "no"});
  }
  std::printf("%s", format == "csv" ? text.c_str() : table.text().c_str());
}

// What was done, and what could be.
void advise(const AllPlayed& all) {
  const auto moved = std::count_if(all.begin(), all.end(), [](const Played& one) { return one.moved; });
  const auto old = std::count_if(all.begin(), all.end(), [](const Played& one) { return one.is_old(); });
  if (moved > 0) std::fprintf(stderr, "%td went over to the newest rule.\n", moved);
  else if (old > 0)
    std::fprintf(stderr, "%td could go over to a newer rule, and none did: say --bandit NAME, or --all.\n",
                 old);
  else std::fprintf(stderr, "All play by the newest rule of their agents: there is nothing to do.\n");
}

}  // namespace

int migrate(const MigrateRequest& request) {
  std::error_code ignored;
  if (!std::filesystem::exists(request.data, ignored)) return refuse("there is no file " + request.data);
  auto journal = store::open_journal(request.data);
  if (!journal) return failed(journal.error());
  if (const std::string& copy = (*journal)->older_copy(); !copy.empty())
    std::fprintf(stderr, "%s has the format of this version now; as it was, it is %s.\n",
                 request.data.c_str(), copy.c_str());
  const auto service = service::Service::start(*std::move(journal), {});
  if (!service) return failed(service.error());
  auto all = read_all(**service);
  if (!all) return failed(all.error());
  if (const auto unknown = choose(*all, request.bandits))
    return refuse("there is no bandit " + *unknown + " in " + request.data);
  const bool moves = request.all || !request.bandits.empty();
  const auto trouble = moves ? move_on(**service, *all) : std::nullopt;
  print(*all, request.format);
  if (!flushed()) return 1;
  if (trouble) return failed({ErrorCode::kDisk, *trouble});
  advise(*all);
  return 0;
}

}  // namespace banker::apps
