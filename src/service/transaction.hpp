#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "banker/service/messages.hpp"
#include "banker/store/journal.hpp"

namespace banker::service {

// One transaction of the journal, which begins with the first change. After a failure nothing more is written or found, and
// error() says why: callers go on as if all were well and check once, before they commit.
//
// A row that is damaged is not found either, but spoils only the request that wants it: damage() says which one, until the
// next request forgives it. Who would change something because a row is not there looks first.
class Transaction {
 public:
  // kLook: nothing is to be changed, because it could not be written.
  enum class Purpose { kChange, kLook };
  // `wanted`: how many events somebody wants to hear of.
  Transaction(store::Journal& journal, Purpose purpose, Time now, std::size_t wanted)
      : journal_(journal), purpose_(purpose), now_(now), wanted_(wanted) {}

  bool may_change() const { return purpose_ == Purpose::kChange; }
  Time now() const { return now_; }
  std::uint64_t events() const { return events_; }  // decisions and outcomes added
  bool begun() const { return begun_; }
  const store::MaybeError& error() const { return error_; }

  template <class Row>
  void add(std::int64_t bandit, const Row& row) {
    change([&] { return journal_.add(bandit, row); });
    if constexpr (std::is_same_v<Row, store::DecisionRow> || std::is_same_v<Row, store::OutcomeRow>)
      ++events_;
  }
  // `change` calls the journal and returns what was wrong, if anything.
  template <class Change>
  void change(Change change) {
    if (!error_ && !begun_) {
      error_ = journal_.begin();
      begun_ = !error_;
    }
    if (!error_) error_ = change();
  }
  // A change of which kDamaged means that nothing was changed: it spoils only this request. Whether it is not so.
  template <class Change>
  bool try_change(Change try_it) {
    store::MaybeError damage;
    change([&]() -> store::MaybeError {
      store::MaybeError error = try_it();
      if (error && error->code == ErrorCode::kDamaged) std::swap(error, damage);
      return error;
    });
    if (damage) fail(*damage);
    return !damage;
  }
  // `read` calls the journal and returns a Result<std::optional<T>>.
  template <class Read>
  auto find(Read read) -> std::remove_cvref_t<decltype(*read(std::declval<store::Journal&>()))> {
    if (error_) return std::nullopt;
    auto found = read(journal_);
    if (found) return *std::move(found);
    fail(found.error());
    return std::nullopt;
  }
  // The same where a row that is damaged is nobody's loss.
  template <class Read>
  auto glance(Read read) {
    const store::MaybeError before = damage_;
    auto found = find(read);
    damage_ = before;
    return found;
  }
  void fail(const Error& error) { (error.code == ErrorCode::kDamaged ? damage_ : error_) = error; }
  const store::MaybeError& damage() const { return damage_; }
  void forgive() { damage_.reset(); }

  store::MaybeError commit() {
    if (!error_ && begun_) error_ = journal_.commit();
    return error_;
  }

  // What happened, for those who watch: events as long as they are wanted, and what becomes of bandits if anything is.
  bool watches_events() const { return happened_.size() < wanted_; }
  bool watches_bandits() const { return wanted_ > 0; }
  void report(Happened happened) {
    happened.at = now_;
    happened_.push_back(std::move(happened));
  }
  const std::vector<Happened>& happened() const { return happened_; }

 private:
  store::Journal& journal_;
  const Purpose purpose_;
  const Time now_;
  const std::size_t wanted_;
  bool begun_ = false;
  std::uint64_t events_ = 0;
  store::MaybeError error_, damage_;
  std::vector<Happened> happened_;
};

}  // namespace banker::service
