#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "banker/service/service.hpp"
#include "forward_clock.hpp"
#include "registry.hpp"

namespace banker::service {

// The one thread that decides, writes down and answers.
class Service::Teller {
 public:
  Teller(std::unique_ptr<store::Journal> journal, Options options);
  ~Teller();

  store::MaybeError recover();
  void start() {
    thread_ = std::thread([this] { run(); });
  }

  void submit(Request request, Reply reply);
  store::Journal& journal() { return *journal_; }
  std::optional<std::string> trouble() const;

 private:
  struct Job {
    Request request;
    Reply reply;
  };

  void run();
  // Waits for jobs, or for the next thing to do by the clock. False: there will be no more.
  bool wait(std::vector<Job>& jobs);
  void serve(std::vector<Job>& jobs);
  store::MaybeError answer(std::vector<Job>& jobs, Transaction::Purpose purpose);
  static std::vector<Job> take_changes(std::vector<Job>& jobs);
  static void refuse(std::vector<Job>& jobs, const std::string& why);
  // Can the journal be written again?
  void try_disk();
  // Does `work` in one transaction. What went wrong: nothing of it is done then.
  template <class Work>
  store::MaybeError in_transaction(Transaction::Purpose purpose, Work work);
  store::MaybeError commit(Transaction& transaction);
  void keep_house();
  void fill_in(Measures& measures) const;
  void set_trouble(std::optional<std::string> trouble);
  void take_back();

  const std::unique_ptr<store::Journal> journal_;
  const Options options_;
  Registry registry_;
  ForwardClock clock_;
  Measures totals_;
  std::deque<Job> waiting_;  // for a later commit
  bool intact_ = true;       // false: what a failed transaction touched is not forgotten yet
  bool busy_ = true;         // there is more housekeeping than was done
  std::chrono::steady_clock::time_point next_round_{};  // of housekeeping

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  std::vector<Job> queue_;
  bool stopping_ = false;
  std::optional<std::string> trouble_;

  std::thread thread_;
};

}  // namespace banker::service
