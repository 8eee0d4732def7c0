#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "memory_disk.hpp"

// What is on a disk in memory, said slowly: everything is looked at.
namespace banker::testing {

class MemoryReader final : public store::Reader {
 public:
  explicit MemoryReader(std::shared_ptr<MemoryDisk> disk) : disk_(std::move(disk)) {}

  Result<std::vector<store::Moment>> history(std::int64_t id) override {
    const std::lock_guard lock(disk_->mutex);
    std::vector<store::Moment> all;
    for (const auto& [number, moment] : disk_->bandits[id].moments) all.push_back(moment);
    return all;
  }
  Result<std::vector<store::Record>> decisions(std::int64_t id, std::uint64_t before,
                                               std::size_t most) override {
    const std::lock_guard lock(disk_->mutex);
    const auto& bandit = disk_->bandits[id];
    std::vector<store::Record> found;
    for (auto it = bandit.decisions.rbegin(); it != bandit.decisions.rend() && found.size() < most; ++it)
      if (before == 0 || it->first < before) found.push_back(record(bandit, it->first));
    return found;
  }
  Result<std::vector<store::Record>> decisions(std::int64_t id, std::span<const RoundId> rounds) override {
    const std::lock_guard lock(disk_->mutex);
    const auto& bandit = disk_->bandits[id];
    std::vector<store::Record> found;
    for (const RoundId round : rounds)
      if (bandit.decisions.contains(number(round))) found.push_back(record(bandit, number(round)));
    return found;
  }
  Result<store::Spending> spending(std::int64_t id, const store::Record& record, std::size_t most) override {
    const std::lock_guard lock(disk_->mutex);
    store::Spending found;
    if (!record.outcome || !record.decision.statement) return found;
    const bool stale = record.outcome->state == RoundState::kStale;
    const std::uint64_t after = stale ? record.decision.seq : record.outcome->seq;
    std::uint64_t last = number(record.decision.decision.round);  // looked at, or asked before
    double left = record.decision.statement->scale * (1 - 1e-12);
    for (const auto& [round, row] : disk_->bandits[id].decisions) {
      if (row.seq > after && left > 0) {
        const bool gap = round != last + 1;
        if ((gap || most == 0) && found.until == 0) found.until = last;
        if (most-- == 0) break;
        for (const Payment& payment : row.statement->payments) {
          if (payment.round != record.decision.decision.round) continue;
          found.by.push_back({RoundId{round}, payment.amount});
          left -= payment.amount;
        }
      }
      last = std::max(last, round);
    }
    const auto& moments = disk_->bandits[id].moments;
    const bool more = !moments.empty() && moments.rbegin()->second.rounds > last;
    if (more && found.until == 0) found.until = last;
    if (left <= 0) found.until = 0;
    return found;
  }

 private:
  static store::Record record(const MemoryDisk::Bandit& bandit, std::uint64_t round) {
    store::Record record{bandit.decisions.at(round), {}};
    if (const auto found = bandit.outcomes.find(round); found != bandit.outcomes.end())
      record.outcome = found->second;
    return record;
  }
  std::shared_ptr<MemoryDisk> disk_;
};

}  // namespace banker::testing
