#include "event_reader.hpp"

#include <algorithm>
#include <limits>

#include "../core/text.hpp"

namespace banker::store {

Error EventReader::missing(std::string_view what, std::uint64_t number) const {
  return queries_.decisions.database().damaged(concat(what, number, " of bandit ", bandit_, " is missing"));
}

MaybeError EventReader::start(const Checkpoint* after) {
  if (after) {
    seq_ = last_ = after->seq;
    round_ = first_round_ = last_round_ = rounds_at(*after);
    for (const OpenRound& open : after->open) {
      const auto found = find_outcome(queries_.outcome, bandit_, open.round);
      if (!found) return found.error();
      if (*found) earlier_.push_back({(*found)->seq, number((*found)->round)});
    }
  }
  if (auto error = find_changes()) return error;
  if (auto error = find_last()) return error;
  if (auto error = next_decision()) return error;
  return next_window(true);
}

MaybeError EventReader::find_changes() {
  Query& query = queries_.changes;
  query.bind(1, bandit_);
  query.bind(2, as_integer(seq_));
  const Reset end(query);
  for (;;) {
    const auto more = query.next();
    if (!more) return more.error();
    if (!*more) break;
    const auto change = read_change(query, bandit_);
    if (!change) return change.error();
    changes_.push_back(*change);
    last_ = std::max(last_, change->seq);
  }
  std::reverse(changes_.begin(), changes_.end());
  return std::nullopt;
}

MaybeError EventReader::find_last() {
  queries_.last_decision.bind(1, bandit_);
  const auto last = find(
      queries_.last_decision, [&](Query& row) { return read_decision(row, bandit_); },
      [](const DecisionRow&) { return true; });
  if (!last) return last.error();
  if (!*last || number((*last)->decision.round) <= round_) return std::nullopt;
  last_round_ = number((*last)->decision.round);
  last_ = std::max(last_, (*last)->seq);
  return std::nullopt;
}

// Lists the outcomes of the next events. The first time those of earlier ones too: there must be none.
MaybeError EventReader::next_window(bool first) {
  places_.clear();
  at_ = 0;
  until_ = seq_ + window_;
  const auto take = [&](const Place& place) {
    if (first) last_ = std::max(last_, place.seq);
    if ((first || place.seq > seq_) && place.seq <= std::min(until_, last_)) places_.push_back(place);
  };
  for (const Place& place : earlier_) take(place);
  Query& query = queries_.places;
  const Reset end(query);
  query.bind(1, bandit_);
  query.bind(2, static_cast<std::int64_t>(first_round_));
  // No round is larger than its seq.
  query.bind(3, first ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(until_));
  for (;;) {
    const auto row = query.next();
    if (!row) return row.error();
    if (!*row) break;
    take({static_cast<std::uint64_t>(query.integer(0)), static_cast<std::uint64_t>(query.integer(1))});
  }
  std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.seq < b.seq; });
  return next_outcome();
}

MaybeError EventReader::next_decision() {
  decision_.reset();
  if (round_ == last_round_) return std::nullopt;
  Query& query = queries_.decisions;
  if (!reading_) {
    query.bind(1, bandit_);
    query.bind(2, static_cast<std::int64_t>(round_));
    reading_ = true;
  }
  const auto row = query.next();
  if (!row) return row.error();
  if (!*row) return missing("round ", round_ + 1);
  auto decision = read_decision(query, bandit_);
  if (!decision) return decision.error();
  if (number(decision->decision.round) != ++round_) return missing("round ", round_);
  decision_ = *std::move(decision);
  return std::nullopt;
}

MaybeError EventReader::next_outcome() {
  outcome_.reset();
  if (at_ == places_.size()) return std::nullopt;
  const RoundId round{places_[at_++].round};
  const auto found = find_outcome(queries_.outcome, bandit_, round);
  if (!found) return found.error();
  if (!*found) return missing("the outcome of round ", number(round));
  outcome_ = **found;
  return std::nullopt;
}

Result<std::optional<Event>> EventReader::next() {
  std::optional<Event> event;
  if (!decision_ && !outcome_ && seq_ == last_) return event;
  if (!outcome_ && seq_ == until_) {
    if (auto error = next_window(false)) return *error;
  }
  ++seq_;
  if (decision_ && decision_->seq == seq_) {
    event = *std::move(decision_);
    if (auto error = next_decision()) return *error;
  } else if (outcome_ && outcome_->seq == seq_) {
    event = *outcome_;
    if (auto error = next_outcome()) return *error;
  } else if (!changes_.empty() && changes_.back().seq == seq_) {
    event = changes_.back();
    changes_.pop_back();
  } else {
    return missing("event ", seq_);
  }
  return event;
}

}  // namespace banker::store
