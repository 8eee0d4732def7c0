#pragma once

#include <gtest/gtest.h>

#include <set>

#include "banker/store/tokens.hpp"
#include "store/scribe.hpp"

// A small journal with everything in it, as the bytes of its files, and all that is to be read of it: to see what comes of it when bytes of it
// are changed from outside.
namespace banker::store::testing {

// All that is read of a bandit.
struct Reading {
  std::string row, checkpoint;  // empty: none
  std::vector<std::string> tail, moments;
  std::string log;
  bool operator==(const Reading&) const = default;
};
struct Readings {
  std::vector<Reading> bandits;
  std::uint64_t events = 0;
  bool operator==(const Readings&) const = default;
};

// Adds the last seq to `events`.
inline Result<Reading> read_bandit(Journal& journal, const BanditRow& bandit, std::uint64_t& events) {
  Reading reading{.row = image_of(bandit), .checkpoint = {}, .tail = {}, .moments = {}, .log = {}};
  const auto checkpoint = journal.checkpoint(bandit.id);
  if (!checkpoint) return checkpoint.error();
  if (*checkpoint) reading.checkpoint = image_of(**checkpoint);
  const auto take = [&](const Event& event) {
    reading.tail.push_back(std::visit([](const auto& row) { return image_of(row); }, event));
    return MaybeError();
  };
  if (auto error = journal.tail(bandit.id, *checkpoint ? &**checkpoint : nullptr, take)) return *error;
  events += (*checkpoint ? (*checkpoint)->seq : 0) + reading.tail.size();
  const auto reader = journal.reader();
  if (!reader) return reader.error();
  const auto history = (*reader)->history(bandit.id);
  if (!history) return history.error();
  for (const Moment& moment : *history) reading.moments.push_back(image_of(moment));
  auto log = log_of(journal, bandit);
  if (!log) return log.error();
  reading.log = *std::move(log);
  return reading;
}

// As the service does, down to the books: an event that is missing at the end leaves no gap.
inline Result<Readings> read_all(Journal& journal) {
  Readings all;
  const auto bandits = journal.bandits();
  if (!bandits) return bandits.error();
  for (const BanditRow& bandit : *bandits) {
    auto reading = read_bandit(journal, bandit, all.events);
    if (!reading) return reading.error();
    all.bandits.push_back(*std::move(reading));
  }
  const auto events = journal.events();
  if (!events) return events.error();
  if (*events != all.events) return Error{ErrorCode::kDamaged, "the books do not balance"};
  return all;
}

struct Sample {
  std::string database, head;
  Readings truth;
  std::vector<std::pair<std::int64_t, DecisionRow>> decisions;
  std::vector<std::pair<std::int64_t, OutcomeRow>> outcomes;
  std::vector<std::string> tokens;  // that may ask
};

// Several bandits, checkpoints, a compacted one, a removed one half gone; tokens. Closed in good order.
inline Sample make_sample() {
  const Folder folder;
  Sample sample;
  Random random(6);
  Scribe scribe;
  {
    const auto journal = *open_journal(folder.file());
    for (int i = 0; i < 40; ++i) EXPECT_FALSE(commit_some(*journal, scribe, random, 20));
    const auto tokens = *Tokens::open(folder.file());
    for (int i = 0; i < 3; ++i) sample.tokens.push_back(*tokens->make({.ask = true}));
    sample.truth = *read_all(*journal);
    for (const History& bandit : scribe.bandits) {
      for (std::uint64_t round = 1; round <= bandit.rounds; ++round) {
        if (const auto d = *journal->decision(bandit.row.id, RoundId{round}))
          sample.decisions.emplace_back(bandit.row.id, *d);
        if (const auto o = *journal->outcome(bandit.row.id, RoundId{round}))
          sample.outcomes.emplace_back(bandit.row.id, *o);
      }
    }
  }
  sample.database = content_of(folder.file());
  sample.head = content_of(folder.file("banker.db-head"));
  return sample;
}

inline void expect_refusal(const Error& error) {
  EXPECT_TRUE(error.code == ErrorCode::kDamaged || error.code == ErrorCode::kDisk) << error.message;
  EXPECT_FALSE(error.message.empty());
}

// What comes of it where something is refused.
enum class Verdict { kSame, kRefused };

// What looking for a row gives: it, or a refusal.
template <class Row>
Verdict check_lookup(const Result<std::optional<Row>>& found, const Row& row) {
  if (found) EXPECT_TRUE(*found && image_of(**found) == image_of(row)) << "no row was read, or another one";
  else expect_refusal(found.error());
  return found ? Verdict::kSame : Verdict::kRefused;
}

inline Verdict check_lookups(Journal& journal, const Sample& sample) {
  bool same = true;
  const auto look = [&](const auto& found, const auto& row) {
    same = check_lookup(found, row) == Verdict::kSame && same;
  };
  for (const auto& [bandit, row] : sample.decisions) {
    look(journal.decision(bandit, row.decision.round), row);
    if (!row.id.empty()) look(journal.decision(bandit, row.id), row);
  }
  for (const auto& [bandit, row] : sample.outcomes) look(journal.outcome(bandit, row.round), row);
  return same ? Verdict::kSame : Verdict::kRefused;
}

inline Verdict check_tokens(const std::string& file, const Sample& sample) {
  const auto tokens = Tokens::open(file);
  if (!tokens) return expect_refusal(tokens.error()), Verdict::kRefused;
  EXPECT_TRUE(*(*tokens)->any()) << "tokens are off";
  for (const std::string& token : sample.tokens) {
    const auto roles = *(*tokens)->roles_of(token);
    EXPECT_TRUE(roles && roles->ask && !roles->admin) << "a token is gone, or is another one";
  }
  return Verdict::kSame;
}

// What is read only to write: the indexes of names and of removed bandits, and the last id.
inline MaybeError write_and_take_back(Journal& journal) {
  MaybeError error = journal.begin();
  if (error) return error;
  const auto added = journal.add_bandit({0, "another", "{}", "{}", 0});
  const auto gone = journal.purge(1);
  journal.rollback();
  return !added ? MaybeError(added.error()) : !gone ? MaybeError(gone.error()) : std::nullopt;
}

inline Verdict check_journal(const std::string& file, const Sample& sample) {
  const auto journal = open_journal(file);
  if (!journal) return expect_refusal(journal.error()), Verdict::kRefused;
  const Verdict lookups = check_lookups(**journal, sample);
  const auto found = read_all(**journal);
  if (!found) return expect_refusal(found.error()), Verdict::kRefused;
  EXPECT_TRUE(*found == sample.truth) << "something else was read";
  if (const auto error = write_and_take_back(**journal)) return expect_refusal(*error), Verdict::kRefused;
  return lookups;
}

// Whatever is read of the sample with this database in place of its own is the truth, or refused.
inline Verdict check(const Sample& sample, const std::string& database) {
  const Folder folder;
  put(folder.file(), database);
  put(folder.file("banker.db-head"), sample.head);
  const Verdict journal = check_journal(folder.file(), sample);
  const Verdict tokens = check_tokens(folder.file(), sample);
  return journal == Verdict::kSame ? tokens : journal;
}

// ---- Pages

inline constexpr std::size_t kPage = 4096;

inline std::size_t number_at(const std::string& bytes, std::size_t at) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < 4; ++i) n = n << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return n;
}

// Pages that hold nothing, counted from 1: "The Freelist" in SQLite's file format.
inline std::set<std::size_t> free_pages(const std::string& database) {
  std::set<std::size_t> pages;
  for (std::size_t trunk = number_at(database, 32); trunk != 0;) {
    const std::size_t at = (trunk - 1) * kPage;
    pages.insert(trunk);
    for (std::size_t i = 0; i < number_at(database, at + 4); ++i)
      pages.insert(number_at(database, at + 8 + 4 * i));
    trunk = number_at(database, at);
  }
  return pages;
}

}  // namespace banker::store::testing
