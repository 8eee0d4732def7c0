#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "banker/store/journal.hpp"
#include "core/text.hpp"
#include "memory_disk.hpp"
#include "memory_reader.hpp"

// A journal in memory, to test what is above it: strict about the order of events, and it fails when told to. As in SQLite,
// a failure within a transaction ends it, and a commit of nothing cannot fail.
namespace banker::testing {

class MemoryJournal final : public store::Journal {
 public:
  explicit MemoryJournal(std::shared_ptr<MemoryDisk> disk) : disk_(std::move(disk)) {}
  // What was not committed is lost.
  ~MemoryJournal() override { rollback(); }

  const std::string& older_copy() const override {
    static const std::string none;
    return none;
  }
  store::MaybeError begin() override {
    if (open_) return damaged("begin() within a transaction");
    if (disk_->fail_begins.strikes()) return no_disk("begin");
    open_ = true;
    return std::nullopt;
  }
  store::MaybeError touch() override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    undo_.push_back([] {});
    return std::nullopt;
  }
  store::MaybeError commit() override {
    if (disk_->on_commit) disk_->on_commit();
    const std::lock_guard lock(disk_->mutex);
    if (!open_) return damaged("commit() without begin()");
    if (ended_) return no_disk("the transaction is over");
    if (!undo_.empty() && disk_->fail_commits.strikes()) return fail("commit");
    open_ = false;
    undo_.clear();
    for (auto& [id, bandit] : disk_->bandits) bandit.committed = bandit.last;
    ++disk_->commits;
    return std::nullopt;
  }
  void rollback() override {
    const std::lock_guard lock(disk_->mutex);
    undo();
    open_ = ended_ = false;
  }

  Result<std::int64_t> add_bandit(const store::BanditRow& row) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return *error;
    if (disk_->find(row.name)) return damaged("the name " + row.name + " is taken");
    const std::int64_t id = ++disk_->last_id;
    auto& bandit = disk_->bandits[id];
    bandit.row = row;
    bandit.row.id = id;
    undo_.push_back([this, id] { disk_->bandits.erase(id); });
    return id;
  }
  store::MaybeError remove_bandit(std::int64_t id, std::optional<std::uint64_t> events,
                                  store::Time) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    if (!bandit) return damaged("no such bandit");
    if (events && *events != bandit->last) return damaged("a bandit with another number of events");
    bandit->removed = true;
    undo_.push_back([this, id] { find(id)->removed = false; });
    return std::nullopt;
  }
  store::MaybeError add(std::int64_t id, const store::DecisionRow& row) override {
    if (disk_->on_add) disk_->on_add();
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    const std::uint64_t round = number(row.decision.round);
    if (!bandit || row.seq != bandit->last + 1 || bandit->decisions.contains(round))
      return damaged(concat("decision ", round, " is out of order"));
    if (!row.id.empty() && !bandit->ids.emplace(row.id, round).second)
      return damaged("the id " + row.id + " is there twice");
    bandit->decisions[round] = row;
    bandit->asked[row.seq] = round;
    bandit->last = row.seq;
    undo_.push_back([this, id, round] { erase_decision(*find(id), round), --find(id)->last; });
    return std::nullopt;
  }
  store::MaybeError add(std::int64_t id, const store::OutcomeRow& row) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    const std::uint64_t round = number(row.round);
    if (!bandit || row.seq != bandit->last + 1 || !bandit->decisions.contains(round) ||
        bandit->outcomes.contains(round))
      return damaged(concat("the outcome of round ", round, " is out of order"));
    bandit->outcomes[round] = row;
    bandit->closed[row.seq] = round;
    bandit->last = row.seq;
    undo_.push_back([this, id, round] { erase_outcome(*find(id), round), --find(id)->last; });
    return std::nullopt;
  }
  store::MaybeError add(std::int64_t id, const store::Checkpoint& checkpoint) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    if (!bandit || checkpoint.seq != bandit->last) return damaged("a checkpoint of another moment");
    undo_.push_back([this, id, before = bandit->checkpoint] { find(id)->checkpoint = before; });
    bandit->checkpoint = checkpoint;
    return std::nullopt;
  }
  store::MaybeError add(std::int64_t id, const store::Moment& moment) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    if (!bandit) return damaged("no such bandit");
    const std::uint64_t last = bandit->moments.empty() ? 0 : bandit->moments.rbegin()->first;
    if (moment.number != last + 1 || moment.seq > bandit->last) return damaged("a moment out of order");
    undo_.push_back([this, id, before = bandit->moments] { find(id)->moments = before; });
    bandit->moments[moment.number] = moment;
    std::erase_if(bandit->moments, [&](const auto& one) { return !is_kept(one.first, moment.number); });
    return std::nullopt;
  }
  store::MaybeError add(std::int64_t id, const store::UpgradeRow& upgrade) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    if (!bandit || upgrade.seq != bandit->last + 1) return damaged("an upgrade out of order");
    undo_.push_back([this, id, seq = upgrade.seq] {
      find(id)->upgrades.erase(seq);
      --find(id)->last;
    });
    bandit->upgrades[upgrade.seq] = upgrade;
    ++bandit->last;
    return std::nullopt;
  }
  store::MaybeError set_paused(std::int64_t id, std::optional<store::Time> since) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return error;
    Bandit* bandit = find(id);
    if (!bandit || bandit->removed) return damaged("no such bandit");
    undo_.push_back([this, id, before = bandit->row.paused_at] { find(id)->row.paused_at = before; });
    bandit->row.paused_at = since;
    return std::nullopt;
  }

  Result<std::size_t> purge(std::size_t most) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return *error;
    if (disk_->damage_purges.strikes()) return damaged("nobody knows what was removed");
    std::size_t found = 0;
    for (auto it = disk_->bandits.begin(); it != disk_->bandits.end() && found < most;) {
      const std::int64_t id = it->first;
      Bandit& bandit = it->second;
      if (!bandit.removed) {
        ++it;
        continue;
      }
      undo_.push_back([this, id, before = bandit] { disk_->bandits[id] = before; });
      for (; found < most && !bandit.outcomes.empty(); ++found)
        erase_outcome(bandit, bandit.outcomes.begin()->first);
      for (; found < most && !bandit.decisions.empty(); ++found)
        erase_decision(bandit, bandit.decisions.begin()->first);
      if (found == most) break;
      ++found;  // the bandit itself
      it = disk_->bandits.erase(it);
    }
    return found;
  }

  // The log can start from the `now` of an earlier call: everything that was over by then can go, unless recovery
  // needs it.
  Result<std::size_t> compact(std::int64_t id, store::Time before,
                              const std::function<store::Checkpoint()>& now, std::size_t most) override {
    const std::lock_guard lock(disk_->mutex);
    if (auto error = writable()) return *error;
    Bandit* bandit = find(id);
    if (!bandit) return damaged("no such bandit");
    if (disk_->damage_compactions.strikes()) return damaged("a checkpoint is not what was written");
    undo_.push_back([this, id, old = *bandit] { *find(id) = old; });
    if (bandit->next && bandit->next->at < before) bandit->base = std::exchange(bandit->next, std::nullopt);
    if (!bandit->next) bandit->next = now();
    std::size_t found = 0;
    const std::uint64_t until =
        bandit->base && bandit->checkpoint ? std::min(bandit->base->seq, bandit->checkpoint->seq) : 0;
    for (auto it = bandit->closed.begin();
         found < most && it != bandit->closed.end() && it->first <= until;) {
      const std::uint64_t round = it++->second;
      if (!bandit->decisions.at(round).id.empty()) continue;  // stays
      erase_outcome(*bandit, round);
      erase_decision(*bandit, round);
      ++found;
    }
    return found;
  }

  Result<std::vector<store::BanditRow>> bandits() override {
    const std::lock_guard lock(disk_->mutex);
    if (disk_->fail_reads.strikes()) return fail("read");
    std::vector<store::BanditRow> rows;
    for (const auto& [id, bandit] : disk_->bandits)
      if (!bandit.removed) rows.push_back(bandit.row);
    return rows;
  }
  Result<std::optional<store::Checkpoint>> checkpoint(std::int64_t id) override {
    return read<std::optional<store::Checkpoint>>(id, [](const Bandit& bandit) { return bandit.checkpoint; });
  }
  std::size_t largest_checkpoint() const override {
    ++disk_->checkpoints_measured;
    return disk_->largest_checkpoint;
  }
  store::MaybeError tail(std::int64_t id, const store::Checkpoint* after,
                         const std::function<store::MaybeError(const store::Event&)>& take) override {
    const auto events = read<std::vector<store::Event>>(
        id, [&](const Bandit& bandit) { return events_after(bandit, after ? after->seq : 0); });
    if (!events) return events.error();
    for (const store::Event& event : *events)
      if (auto error = take(event)) return error;
    return std::nullopt;
  }
  Result<std::uint64_t> events() override {
    const std::lock_guard lock(disk_->mutex);
    if (disk_->fail_reads.strikes()) return fail("read");
    std::uint64_t sum = 0;
    for (const auto& [id, bandit] : disk_->bandits) sum += bandit.removed ? 0 : bandit.last;
    return sum;
  }
  Result<std::optional<store::Moment>> last_moment(std::int64_t id) override {
    return read<std::optional<store::Moment>>(id, [](const Bandit& bandit) {
      return bandit.moments.empty() ? std::nullopt : std::optional(bandit.moments.rbegin()->second);
    });
  }
  Result<std::uint64_t> last_moment_number(std::int64_t id) override {
    return read<std::uint64_t>(id, [](const Bandit& bandit) {
      return bandit.moments.empty() ? std::uint64_t{0} : bandit.moments.rbegin()->first;
    });
  }
  Result<std::optional<store::DecisionRow>> decision(std::int64_t id, RoundId round) override {
    return read<std::optional<store::DecisionRow>>(
        id, [&](const Bandit& bandit) { return in(bandit.decisions, number(round)); });
  }
  Result<std::optional<store::DecisionRow>> decision(std::int64_t id, std::string_view name) override {
    return read<std::optional<store::DecisionRow>>(id, [&](const Bandit& bandit) {
      const auto found = bandit.ids.find(name);
      return found == bandit.ids.end() ? std::nullopt : in(bandit.decisions, found->second);
    });
  }
  Result<std::optional<store::OutcomeRow>> outcome(std::int64_t id, RoundId round) override {
    return read<std::optional<store::OutcomeRow>>(
        id, [&](const Bandit& bandit) { return in(bandit.outcomes, number(round)); });
  }
  Result<std::unique_ptr<store::LogReader>> log(const store::BanditRow& row) override {
    const std::lock_guard lock(disk_->mutex);
    if (disk_->fail_reads.strikes()) return no_disk("read");  // no matter of the transaction
    const Bandit* bandit = find(row.id);
    if (!bandit) return damaged("no such bandit");
    return std::unique_ptr<store::LogReader>(std::make_unique<LogReader>(log_text(*bandit)));
  }
  Result<std::unique_ptr<store::Reader>> reader() override {
    return std::unique_ptr<store::Reader>(std::make_unique<MemoryReader>(disk_));
  }

 private:
  using Bandit = MemoryDisk::Bandit;

  // Whole lines, at least one, and as few as make `size` bytes.
  class LogReader final : public store::LogReader {
   public:
    explicit LogReader(std::string text) : text_(std::move(text)) {}
    Result<std::string> next(std::size_t size) override {
      const std::size_t end =
          std::min(text_.find('\n', at_ + std::max<std::size_t>(size, 1) - 1), text_.size());
      const std::string piece = at_ < text_.size() ? text_.substr(at_, end + 1 - at_) : std::string();
      at_ += piece.size();
      return piece;
    }

   private:
    std::string text_;
    std::size_t at_ = 0;
  };

  static Error no_disk(std::string_view verb) {
    return {ErrorCode::kDisk, concat("the disk was told to fail: ", verb)};
  }
  static Error damaged(std::string message) { return {ErrorCode::kDamaged, std::move(message)}; }
  store::MaybeError writable() {
    if (!open_) return damaged("a change without begin()");
    if (ended_) return no_disk("the transaction is over");
    return disk_->fail_adds.strikes() ? store::MaybeError(fail("add")) : std::nullopt;
  }
  void undo() {
    for (; !undo_.empty(); undo_.pop_back()) undo_.back()();
  }
  // Ends the transaction, if there is one.
  Error fail(std::string_view verb) {
    undo();
    ended_ = open_;
    return no_disk(verb);
  }
  Bandit* find(std::int64_t id) {
    const auto found = disk_->bandits.find(id);
    return found == disk_->bandits.end() ? nullptr : &found->second;
  }
  template <class T, class Look>
  Result<T> read(std::int64_t id, Look look) {
    const std::lock_guard lock(disk_->mutex);
    if (disk_->fail_reads.strikes()) return fail("read");
    const Bandit* bandit = find(id);
    return bandit ? Result<T>(look(*bandit)) : damaged("no such bandit");
  }
  template <class Row>
  static std::optional<Row> in(const std::map<std::uint64_t, Row>& rows, std::uint64_t round) {
    const auto found = rows.find(round);
    return found == rows.end() ? std::nullopt : std::optional(found->second);
  }
  static void erase_decision(Bandit& bandit, std::uint64_t round) {
    const auto found = bandit.decisions.find(round);
    bandit.ids.erase(found->second.id);
    bandit.asked.erase(found->second.seq);
    bandit.decisions.erase(found);
  }
  static void erase_outcome(Bandit& bandit, std::uint64_t round) {
    const auto found = bandit.outcomes.find(round);
    bandit.closed.erase(found->second.seq);
    bandit.outcomes.erase(found);
  }
  std::shared_ptr<MemoryDisk> disk_;
  bool open_ = false, ended_ = false;  // between begin() and rollback(); and everything was taken back
  std::vector<std::function<void()>> undo_;
};

}  // namespace banker::testing
