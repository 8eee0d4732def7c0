#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/base64.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/store/journal.hpp"
#include "core/text.hpp"

namespace banker::testing {

// Lets `pass` calls through, then fails `fail` of them. `fault = 3` fails the next three.
struct Fault {
  std::atomic<long> pass{0}, fail{0};
  Fault& operator=(long n) {
    pass = 0;
    fail = n;
    return *this;
  }
  void after(long calls, long times = 1) {
    fail = 0;
    pass = calls;
    fail = times;
  }
  bool strikes() {
    if (fail == 0) return false;
    if (pass > 0) return --pass, false;
    return --fail, true;
  }
};

// What outlives a journal. A journal over it sees what was committed by the ones before.
struct MemoryDisk {
  struct Bandit {
    store::BanditRow row;
    std::map<std::uint64_t, store::DecisionRow> decisions;  // by round
    std::map<std::uint64_t, store::OutcomeRow> outcomes;    // by round
    std::map<std::uint64_t, store::UpgradeRow> upgrades;    // by seq
    std::map<std::uint64_t, std::uint64_t> asked, closed;   // seq to round
    std::map<std::string, std::uint64_t, std::less<>> ids;  // to round
    std::uint64_t last = 0, committed = 0;                  // seq
    std::optional<store::Checkpoint> checkpoint;
    std::optional<store::Checkpoint> base, next;     // what the log starts from; from what it may start later
    std::map<std::uint64_t, store::Moment> moments;  // by number
    bool removed = false;
  };

  Fault fail_begins, fail_adds, fail_commits, fail_reads;
  Fault damage_purges, damage_compactions;
  std::atomic<std::size_t> largest_checkpoint{SIZE_MAX};
  std::atomic<std::size_t> checkpoints_measured{0};  // how often that was asked: once for each that is made
  std::atomic<std::uint64_t> commits{0};
  // Called within every commit before it is done, without the lock: a test may hold the journal up here.
  std::function<void()> on_commit;
  std::function<void()> on_add;  // of a decision; may throw

  mutable std::mutex mutex;
  std::map<std::int64_t, Bandit> bandits;
  std::int64_t last_id = 0;

  // Null: there is none of this name.
  const Bandit* find(const std::string& name) const {
    for (const auto& [id, bandit] : bandits)
      if (!bandit.removed && bandit.row.name == name) return &bandit;
    return nullptr;
  }
  std::optional<store::Checkpoint> checkpoint(const std::string& name) const {
    const std::lock_guard lock(mutex);
    const Bandit* bandit = find(name);
    return bandit ? bandit->checkpoint : std::nullopt;
  }
  std::uint64_t committed(const std::string& name) const {
    const std::lock_guard lock(mutex);
    const Bandit* bandit = find(name);
    return bandit ? bandit->committed : 0;
  }
  // Recovery has to go without them.
  void forget_checkpoints() {
    const std::lock_guard lock(mutex);
    for (auto& [id, bandit] : bandits) bandit.checkpoint.reset();
  }
};

// Whether moment `number` is still there when `last` is the last one: see history.hpp.
inline bool is_kept(std::uint64_t number, std::uint64_t last) {
  std::uint64_t power = 1;
  while (number % (2 * power) == 0) power *= 2;
  return last < number + store::kMomentsKept * power;
}

// The lines of a log: docs/journal_format.md. A zero with a sign keeps it: "-0" would be read as an integer.
inline std::string log_number(double value) {
  return value == 0 && std::signbit(value) ? "-0.0" : concat(value);
}
inline std::string log_line(const Identity& who, const store::DecisionRow& row) {
  const Decision& d = row.decision;
  if (who.dimension == 0)
    return concat(R"({"ask":{"arm":)", d.arm, R"(,"probability":)", log_number(d.probability), "}}\n");
  const std::string choice = who.arms > 0 ? concat(R"(,"choice":)", d.arm) : std::string();
  return concat(R"({"ask":{"direction":)", d.direction, R"(,"sign":)", d.sign, choice, R"(,"probability":)",
                log_number(d.probability), "}}\n");
}
inline std::string log_line(const store::OutcomeRow& row) {
  if (!row.value) return concat(R"({"drop":{"round":)", row.round, "}}\n");
  const char* key = row.cause == store::Cause::kReward ? "reward" : "loss";
  return concat(R"({"tell":{"round":)", row.round, ",\"", key, "\":", log_number(*row.value), "}}\n");
}

inline std::string log_line(const store::UpgradeRow& row) {
  return concat(R"({"upgrade":{"rule":)", row.rule, "}}\n");
}

// The events after `seq`, in order.
inline std::vector<store::Event> events_after(const MemoryDisk::Bandit& bandit, std::uint64_t seq) {
  std::map<std::uint64_t, store::Event> events;
  for (auto it = bandit.asked.upper_bound(seq); it != bandit.asked.end(); ++it)
    events.emplace(it->first, bandit.decisions.at(it->second));
  for (auto it = bandit.closed.upper_bound(seq); it != bandit.closed.end(); ++it)
    events.emplace(it->first, bandit.outcomes.at(it->second));
  events.insert(bandit.upgrades.upper_bound(seq), bandit.upgrades.end());
  std::vector<store::Event> list;
  for (auto& [at, event] : events) list.push_back(std::move(event));
  return list;
}

// The whole log: the spec, or what a shortened log starts from, and what was committed after it.
inline std::string log_text(const MemoryDisk::Bandit& bandit) {
  const auto agent = *make_agent(bandit.row.spec);
  std::string text = bandit.base ? concat(R"({"snapshot":")", base64_encode(bandit.base->agent), "\"}\n")
                                 : bandit.row.spec + '\n';
  for (const store::Event& event : events_after(bandit, bandit.base ? bandit.base->seq : 0)) {
    if (store::seq_of(event) > bandit.committed) break;
    if (const auto* asked = std::get_if<store::DecisionRow>(&event))
      text += log_line(agent->identity(), *asked);
    else if (const auto* told = std::get_if<store::OutcomeRow>(&event)) text += log_line(*told);
    else text += log_line(std::get<store::UpgradeRow>(event));
  }
  return text;
}

}  // namespace banker::testing
