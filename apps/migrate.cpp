#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <variant>

#include "agent/rules.hpp"
#include "banker/service/service.hpp"
#include "serve.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

// A bandit, the rule it plays by now, and the newest of its agent.
struct Played {
  std::string bandit, agent;
  std::uint64_t rule = 0, newest = 0;
  bool moved = false;
  std::string trouble{};  // why it cannot be read: then nothing but its name is known

  bool is_old() const { return rule < newest; }
};
using AllPlayed = std::vector<Played>;

Result<AllPlayed> read_all(service::Service& service) {
  const service::Answer answer = service.call(service::List{});
  if (const auto* problem = std::get_if<service::Problem>(&answer))
    return Error{ErrorCode::kDamaged, problem->detail};
  AllPlayed all;
  for (const service::Summary& one : std::get<service::Summaries>(answer).bandits) {
    if (one.who) {
      all.push_back({one.name, one.who->name, one.who->rule, newest_rule(one.who->name)});
    } else {
      const service::Answer why = service.call(service::Look{one.name});
      const auto* problem = std::get_if<service::Problem>(&why);
      all.push_back({.bandit = one.name, .agent = {}, .trouble = problem ? problem->detail : "try again"});
    }
  }
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
  for (const Played& one : all) {
    const bool known = one.trouble.empty();
    list.push_back({{"bandit", one.bandit},
                    {"agent", known ? Json(one.agent) : Json()},
                    {"rule", known ? Json(one.rule) : Json()},
                    {"newest", known ? Json(one.newest) : Json()},
                    {"moved", one.moved}});
  }
  std::printf("%s\n", Json{{"bandits", list}}.dump(2).c_str());
}

void print(const AllPlayed& all, const std::string& format) {
  if (format == "json") return print_json(all);
  const std::vector<std::string> header{"bandit", "agent", "rule", "newest", "moved"};
  Table table(header, {0, 1});
  std::string text = "bandit,agent,rule,newest,moved\n";
  for (const Played& one : all) {
    const bool known = one.trouble.empty();
    const std::string rule = known ? std::to_string(one.rule) : "",
                      newest = known ? std::to_string(one.newest) : "", moved = one.moved ? "true" : "false";
    text += csv(one.bandit) + ',' + csv(one.agent) + ',' + rule + ',' + newest + ',' + moved + '\n';
    table.add({one.bandit, known ? one.agent : "-", known ? rule : "-", known ? newest : "-",
               one.moved ? "yes" : "no"});
  }
  std::printf("%s", format == "csv" ? text.c_str() : table.text().c_str());
}

// What was done, what could be, and what could not; the exit status.
int advise(const AllPlayed& all) {
  const auto count = [&](auto is) { return std::count_if(all.begin(), all.end(), is); };
  const auto moved = count([](const Played& one) { return one.moved; });
  const auto old = count([](const Played& one) { return one.is_old(); });
  const auto broken = count([](const Played& one) { return !one.trouble.empty(); });
  if (moved > 0) std::fprintf(stderr, "%td went over to the newest rule.\n", moved);
  else if (old > 0)
    std::fprintf(stderr, "%td could go over to a newer rule, and none did: say --bandit NAME, or --all.\n",
                 old);
  else if (broken == 0)
    std::fprintf(stderr, "All play by the newest rule of their agents: there is nothing to do.\n");
  for (const Played& one : all)
    if (!one.trouble.empty())
      std::fprintf(stderr, "%s cannot be read: %s\n", one.bandit.c_str(), one.trouble.c_str());
  return broken > 0 ? 1 : 0;
}

}  // namespace

void tell_of_copy(const std::string& data, const std::string& copy) {
  if (copy.empty()) return;
  std::fprintf(stderr, "%s has the format of this version now; as it was, it is %s.\n", data.c_str(),
               copy.c_str());
}

int migrate(service::Service& service, const MigrateRequest& request) {
  auto all = read_all(service);
  if (!all) return failed(all.error());
  if (const auto unknown = choose(*all, request.bandits))
    return refuse("there is no bandit " + *unknown + " in " + request.data);
  const bool moves = request.all || !request.bandits.empty();
  const auto trouble = moves ? move_on(service, *all) : std::nullopt;
  print(*all, request.format);
  if (!flushed()) return 1;
  return trouble ? failed({ErrorCode::kDisk, *trouble}) : advise(*all);
}

int migrate(const MigrateRequest& request) {
  std::error_code ignored;
  if (!std::filesystem::exists(request.data, ignored)) return refuse("there is no file " + request.data);
  auto journal = store::open_journal(request.data);
  if (!journal) return failed(journal.error());
  tell_of_copy(request.data, (*journal)->older_copy());
  const auto service = service::Service::start(*std::move(journal), {});
  return service ? migrate(**service, request) : failed(service.error());
}

}  // namespace banker::apps
