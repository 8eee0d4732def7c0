#include "dash_past.hpp"

#include <banker/store/journal.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>

#include "store/sqlite.hpp"

namespace banker::bench {

namespace {

template <typename T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

void check(const store::MaybeError& error) {
  if (error) throw std::runtime_error(error->message);
}

void forget_moments(const std::string& journal, std::int64_t bandit) {
  store::Database database;
  const std::string text = "DELETE FROM moments WHERE bandit = " + std::to_string(bandit);
  check(database.open(journal, store::Database::Access::kWrite));
  check(database.run(text.c_str()));
}

// The last moment, as it could have been when a share of everything had happened.
store::Moment part_of(const store::Moment& last, store::Time start, double share) {
  const auto scaled = [share](std::uint64_t count) {
    return static_cast<std::uint64_t>(std::floor(share * static_cast<double>(count)));
  };
  const auto scale = [&](store::ArmTally& tally) {
    tally = {scaled(tally.asked), scaled(tally.told), share * tally.loss};
  };
  store::Moment moment = last;
  moment.at = start + static_cast<store::Time>(share * static_cast<double>(last.at - start));
  moment.seq = scaled(last.seq);
  moment.tally.settled = scaled(last.tally.settled);
  moment.rounds = moment.open + moment.tally.settled + moment.tally.skipped + moment.tally.stale +
                  moment.tally.dropped + moment.tally.expired;
  scale(moment.all);
  for (store::Moment::Arm& arm : moment.arms) scale(arm.tally);
  return moment;
}

}  // namespace

void give_past(const std::string& journal, const std::string& bandit, std::size_t moments) {
  auto opened = value_of(store::open_journal(journal));
  std::optional<store::BanditRow> found;
  for (const store::BanditRow& row : value_of(opened->bandits()))
    if (row.name == bandit) found = row;
  if (!found) throw std::runtime_error(journal + " has no bandit " + bandit);
  const auto last = value_of(opened->last_moment(found->id));
  if (!last) throw std::runtime_error(bandit + " has no moments");
  opened.reset();
  forget_moments(journal, found->id);
  opened = value_of(store::open_journal(journal));
  check(opened->begin());
  for (std::size_t i = 1; i <= moments; ++i) {
    store::Moment moment =
        part_of(*last, found->created_at, static_cast<double>(i) / static_cast<double>(moments));
    moment.number = i;
    check(opened->add(found->id, moment));
  }
  check(opened->commit());
}

}  // namespace banker::bench
