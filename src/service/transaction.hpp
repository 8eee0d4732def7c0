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
  Transaction(store::Journal& journal, Time now, bool watched)
      : journal_(journal), now_(now), watched_(watched) {}

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
  // `read` calls the journal and returns a Result<std::optional<T>>.
  template <class Read>
  auto find(Read read) -> std::remove_cvref_t<decltype(*read(std::declval<store::Journal&>()))> {
    if (error_) return std::nullopt;
    auto found = read(journal_);
    if (found) return *std::move(found);
    fail(found.error());
    return std::nullopt;
  }
  void fail(const Error& error) { (error.code == ErrorCode::kDamaged ? damage_ : error_) = error; }
  const store::MaybeError& damage() const { return damage_; }
  void forgive() { damage_.reset(); }

  store::MaybeError commit() {
    if (!error_ && begun_) error_ = journal_.commit();
    return error_;
  }

  // What happened, for those who watch.
  bool watched() const { return watched_; }
  void report(Happened happened) { happened_.push_back(std::move(happened)); }
  const std::vector<Happened>& happened() const { return happened_; }

 private:
  store::Journal& journal_;
  const Time now_;
  const bool watched_;
  bool begun_ = false;
  std::uint64_t events_ = 0;
  store::MaybeError error_, damage_;
  std::vector<Happened> happened_;
};

}  // namespace banker::service
