#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "banker/store/journal.hpp"
#include "rows.hpp"
#include "sqlite.hpp"

namespace banker::store {

// What an EventReader asks, kept between readers.
struct EventQueries {
  explicit EventQueries(Database& database)
      : decisions(database, "SELECT * FROM decisions WHERE bandit = ? AND round > ? ORDER BY round"),
        last_decision(database, "SELECT * FROM decisions WHERE bandit = ? ORDER BY round DESC LIMIT 1"),
        places(database, "SELECT seq, round FROM outcomes WHERE bandit = ? AND round > ? AND round <= ?"),
        outcome(database, kFindOutcome),
        changes(database, "SELECT * FROM changes WHERE bandit = ? AND seq > ? ORDER BY seq") {}
  Query decisions, last_decision, places, outcome, changes;
};

// The events of a bandit after a checkpoint, in order, up to the last one at start(). With R the rounds asked until the
// checkpoint they are
//
//     decisions of rounds > R,  outcomes of rounds > R,  outcomes of rounds that were open,
//
// and the changes, merged by seq, which goes on without a gap. Outcomes are kept by round: a list in memory says which ones the next
// `window` events have, and they are looked up one by one. Changes are few, and all in memory. One reader at a time per
// EventQueries.
class EventReader {
 public:
  static constexpr std::uint64_t kWindow = std::uint64_t{1} << 21;  // events; at most 32 MiB of list

  EventReader(EventQueries& queries, std::int64_t bandit, std::uint64_t window = kWindow)
      : queries_(queries), bandit_(bandit), window_(window) {}
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;
  ~EventReader() { pause(); }

  MaybeError start(const Checkpoint* after);
  Result<std::optional<Event>> next();  // none: the end
  // Lets go of the file until next(). Others may write: what is to be read stays as it is, or is missing then.
  void pause() { queries_.decisions.reset(), reading_ = false; }

 private:
  struct Place {
    std::uint64_t seq, round;
  };
  MaybeError find_changes();
  MaybeError find_last();
  MaybeError next_window(bool first);
  MaybeError next_decision();
  MaybeError next_outcome();
  Error missing(std::string_view what, std::uint64_t number) const;

  EventQueries& queries_;
  std::int64_t bandit_;
  std::uint64_t window_;
  std::uint64_t first_round_ = 0, last_round_ = 0, last_ = 0;  // R; the last round and the last seq
  std::uint64_t seq_ = 0, round_ = 0;  // of the last event, and of the last decision read
  bool reading_ = false;               // decisions
  std::vector<UpgradeRow> changes_;    // those that are left, the last one first
  std::optional<DecisionRow> decision_;
  std::optional<OutcomeRow> outcome_;
  std::vector<Place> earlier_;  // outcomes of rounds that were open
  std::vector<Place> places_;   // outcomes with seq <= until_ that are not given yet, from at_ on
  std::size_t at_ = 0;
  std::uint64_t until_ = 0;
};

}  // namespace banker::store
