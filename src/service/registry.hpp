#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "bandit.hpp"
#include "banker/service/service.hpp"
#include "transaction.hpp"

namespace banker::service {

// The bandits by name, and what is done to them. Not thread safe: the teller has it alone.
class Registry {
 public:
  Registry(store::Journal& journal, const Options& options) : journal_(journal), options_(options) {}

  // Reads every bandit back. The books must balance.
  store::MaybeError recover();

  Answer serve(const Request& request, Transaction& journal);
  // About how many events it is worth, in time and in memory.
  std::size_t weight_of(const Request& request) const;

  // A transaction failed: what it touched is forgotten, and read back from the journal when it is wanted, or in the housekeeping.
  // False: the journal cannot be read at all, and until this succeeds nothing may be served.
  bool take_back();
  // A transaction is on disk.
  void keep() { touched_.clear(); }

  // What is due by the clock: expiry, compaction, rows of removed bandits. Whether there is more of it to do.
  bool housekeeping(Transaction& journal);
  // Checkpoints of all, and the moments that would come soon.
  void checkpoint_all(Transaction& journal);
  bool expires() const { return expiring_ > 0; }
  // Whether something happened to a bandit that no moment of it has yet.
  bool is_restless() const { return restless_; }
  // No event or moment of a bandit is later.
  Time last_time() const;

 private:
  static constexpr std::size_t kExpireAtOnce = 10'000;  // rounds in one go
  struct Entry {
    std::unique_ptr<Bandit> bandit;  // null: not read back yet
    store::BanditRow unread;         // what is known then
    Pace pace;                       // and what it is handed
    bool damaged = false;            // it cannot be read back: that is tried again only for who wants it
    const store::BanditRow& row() const { return bandit ? bandit->row() : unread; }
    void forget();  // the bandit, so that it is read back
  };
  using Bandits = std::map<std::string, Entry, std::less<>>;

  Answer on(const Ask& request, Transaction& journal);
  Answer on(const Tell& request, Transaction& journal);
  Answer on(const Drop& request, Transaction& journal);
  Answer on(const Expire& request, Transaction& journal);
  Answer on(const ExpireOld& request, Transaction& journal);
  Answer on(const Pause& request, Transaction& journal);
  Answer on(const Upgrade& request, Transaction& journal);
  Answer on(const Create& request, Transaction& journal);
  Answer on(const Remove& request, Transaction& journal);
  Answer on(const Look& request, Transaction& journal);
  Answer on(const Oldest& request, Transaction& journal);
  Answer on(const Find& request, Transaction& journal);
  Answer on(const List&, Transaction& journal);
  Answer on(const Measure&, Transaction& journal);  // the teller adds what it knows

  // The bandit of this name, read back if need be; or why there is none.
  using Place = std::variant<Bandits::value_type*, Problem>;
  Place find(const std::string& name, Transaction& journal);
  // Runs `work` on the bandit of this name, its overdue rounds expired, and writes down what is due.
  template <class Work>
  Answer with(const std::string& name, Transaction& journal, Work work);
  // The same for work that changes nothing: a bandit with no overdue round is as it was.
  template <class Work>
  Answer look(const std::string& name, Transaction& journal, Work work);
  // A checkpoint if it is time; and a moment if there is a commit anyway.
  void write_down(Bandit& bandit, Transaction& journal);
  static Told tell(Bandit& bandit, const Report& report, Transaction& journal);
  // `before` is called with each bandit first.
  std::vector<Summary> summaries(Transaction& journal, const std::function<void(Bandit&)>& before = {});
  Problem no_such_bandit(const std::string& name) const;
  // If that fails, the transaction knows why.
  void read_back(Entry& entry, Transaction& journal);
  std::size_t keep_up(const Bandits::value_type& entry, Transaction& journal, std::size_t most);
  void purge(Transaction& journal);
  void compact(Bandit& bandit, Transaction& journal);
  std::uint64_t least_tail() const;
  // Whether it is for the first time in this transaction, in which time stands still.
  bool touch(const Bandits::value_type& entry);
  void insert(Entry entry);
  void erase(Bandits::iterator entry);

  store::Journal& journal_;
  const Options& options_;
  Bandits bandits_;
  std::map<std::string, Pace, std::less<>> touched_;  // by the transaction at hand, as they were before it
  std::size_t expiring_ = 0;                          // bandits whose rounds expire
  bool purging_ = true;                               // there may be rows of removed bandits
  bool restless_ = true;                              // see is_restless(); there may be such bandits
  std::string housekept_;                             // the last bandit that had its turn
};

}  // namespace banker::service
