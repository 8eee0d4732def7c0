#include <algorithm>

#include "../core/text.hpp"
#include "registry.hpp"

// What keeps the bandits right without anybody asking: coming back, expiry, checkpoints, throwing away.
namespace banker::service {

namespace {
constexpr std::size_t kPurgeAtOnce = 2'000;  // rows
}

// ---- Coming back

store::MaybeError Registry::recover() {
  auto rows = journal_.bandits();
  if (!rows) return rows.error();
  std::uint64_t events = 0;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    auto bandit = Bandit::recover((*rows)[i], journal_);
    if (!bandit) return bandit.error();
    events += (*bandit)->seq();
    insert({*std::move(bandit), {}, {}, false});
    if (options_.progress) options_.progress(i + 1, rows->size());
  }
  const auto recorded = journal_.events();
  if (!recorded) return recorded.error();
  if (*recorded == events) return std::nullopt;
  return Error{ErrorCode::kDamaged, concat("the books do not balance: ", *recorded, " events were recorded, ",
                                           events, " are there; restore a copy of the file")};
}

void Registry::Entry::forget() {
  unread = bandit->row();
  pace = bandit->pace();
  bandit.reset();
}

void Registry::read_back(Entry& entry, Transaction& journal) {
  auto bandit = Bandit::recover(entry.unread, journal_);
  entry.damaged = !bandit && bandit.error().code == ErrorCode::kDamaged;
  if (!bandit) return journal.fail(bandit.error());
  entry.bandit = *std::move(bandit);
  entry.bandit->set_pace(entry.pace);
}

bool Registry::touch(const Bandits::value_type& entry) {
  const auto& [name, known] = entry;
  return touched_.try_emplace(name, known.bandit ? known.bandit->pace() : known.pace).second;
}

bool Registry::take_back() {
  const auto rows = journal_.bandits();
  if (!rows) return false;
  std::map<std::string_view, const store::BanditRow*> by_name;
  for (const store::BanditRow& row : *rows) by_name.emplace(row.name, &row);
  for (const auto& [name, pace] : touched_) {
    if (const auto found = bandits_.find(name); found != bandits_.end()) erase(found);
    const auto row = by_name.find(name);
    if (row == by_name.end()) continue;
    insert({nullptr, *row->second, pace, false});
  }
  touched_.clear();
  restless_ = true;  // a moment may have been taken back
  return true;
}

Time Registry::last_time() const {
  Time last = 0;
  for (const auto& [name, entry] : bandits_)
    if (entry.bandit) last = std::max(last, entry.bandit->last_time());
  return last;
}

void Registry::insert(Entry entry) {
  const auto terms = read_terms(entry.row().terms);
  expiring_ += terms && terms->expire_after;
  std::string name = entry.row().name;
  bandits_.emplace(std::move(name), std::move(entry));
}

void Registry::erase(Bandits::iterator entry) {
  const auto terms = read_terms(entry->second.row().terms);
  expiring_ -= terms && terms->expire_after;
  bandits_.erase(entry);
}

// ---- By the clock

// Bandits have their turns one after the other, and a round ends when enough was done.
bool Registry::housekeeping(Transaction& journal) {
  std::size_t left = kExpireAtOnce;
  restless_ = false;
  auto entry = bandits_.upper_bound(housekept_);
  for (std::size_t i = 0; i < bandits_.size() && left > 0; ++i, ++entry) {
    if (entry == bandits_.end()) entry = bandits_.begin();
    housekept_ = entry->first;
    if (entry->second.bandit) {
      left -= keep_up(*entry, journal, left);
    } else if (!entry->second.damaged) {
      read_back(entry->second, journal);
      journal.forgive();
      left = 0;  // that is enough for one round
    }
  }
  restless_ = restless_ || left == 0;  // not all had their turn
  if (purging_) purge(journal);
  return left == 0 || purging_;
}

// Where the removed bandits cannot be read they stay, until the next one is removed.
void Registry::purge(Transaction& journal) {
  const bool readable = journal.try_change([&]() -> store::MaybeError {
    const auto rows = journal_.purge(kPurgeAtOnce);
    if (!rows) return rows.error();
    purging_ = *rows > 0;
    return std::nullopt;
  });
  if (!readable) purging_ = false;
  journal.forgive();
}

// How much of `most` it took.
std::size_t Registry::keep_up(const Bandits::value_type& entry, Transaction& journal, std::size_t most) {
  Bandit& bandit = *entry.second.bandit;
  const bool compacts = options_.keep_seconds && journal.now() >= bandit.next_compaction;
  restless_ = restless_ || bandit.is_restless();
  if (!bandit.is_due(journal.now()) && !compacts && !bandit.wants_moment(journal.now())) return 0;
  touch(entry);
  std::size_t done = bandit.expire(journal, most);
  if (bandit.wants_checkpoint(least_tail())) bandit.add_checkpoint(journal);
  if (bandit.wants_moment(journal.now())) {
    done += bandit.moment_cost();
    bandit.add_moment(journal);
  }
  if (compacts) {
    done += kPurgeAtOnce;
    compact(bandit, journal);
  }
  return std::min(done, most);
}

// One that meets damage waits for its next turn, too.
void Registry::compact(Bandit& bandit, Transaction& journal) {
  const Time keep = static_cast<Time>(*options_.keep_seconds * 1e6);
  bool more = false;
  journal.try_change([&]() -> store::MaybeError {
    const auto state = [&] { return bandit.checkpoint(journal.now()); };
    const auto rounds = journal_.compact(bandit.row().id, journal.now() - keep, state, kPurgeAtOnce);
    if (!rounds) return rounds.error();
    more = *rounds >= kPurgeAtOnce;
    return std::nullopt;
  });
  journal.forgive();
  if (!more) bandit.next_compaction = journal.now() + std::max<Time>(keep / 10, 1'000'000);
}

void Registry::checkpoint_all(Transaction& journal) {
  for (auto& [name, entry] : bandits_) {
    if (!entry.bandit) continue;
    entry.bandit->add_checkpoint(journal);
    if (entry.bandit->is_restless())
      entry.bandit->add_moment(journal);  // or it would be dated at the next start
  }
}

// All tails together are some half a million events, a second or two of replay, but no bandit writes a checkpoint too often.
std::uint64_t Registry::least_tail() const {
  return std::clamp<std::uint64_t>(500'000 / std::max<std::size_t>(bandits_.size(), 1), 64, 8192);
}

}  // namespace banker::service
