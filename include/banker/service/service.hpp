#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "banker/core/result.hpp"
#include "banker/service/messages.hpp"
#include "banker/store/journal.hpp"

namespace banker::service {

struct Options {
  std::size_t max_arms = 100'000;        // of a bandit, or dimensions
  std::size_t max_at_once = 100'000;     // decisions or outcomes in one request
  std::optional<double> keep_seconds;    // closed rounds older than this are thrown away; none: kept for ever
  std::function<Time()> clock;           // microseconds since 1970; none: the system's
  std::function<std::size_t()> watched;  // how many events somebody wants to hear of now; 0: none
  std::function<void(std::span<const Happened>)> watch;  // told after each commit, on the teller's thread
  std::function<void(std::size_t done, std::size_t all)> progress;  // while bandits are recovered
  // Told when the journal begins to fail, and when it can be written again; on the teller's thread.
  std::function<void(const std::string& why)> on_trouble;
  std::function<void()> on_recovery;
};

// Many named bandits, each an agent behind one queue.
//
// Requests queue up while a commit is under way; the teller, one thread, then does all of them, writes them down in one
// commit, and answers when that is on disk:
//
//     submit ──► queue ──► teller: apply to agents, add to journal ──► commit ──► answers
//
// Invariants: (1) no answer leaves before what it rests on is on disk; (2) if a commit fails, all that would change
// something is answered 503, and its bandits are read back from the journal before they answer again: memory never runs ahead of
// the journal; (3) a repeated request is answered as the first one was, and does nothing more; a decision that is expired by hand
// is dropped at first, and expired to who sends it again.
//
// Thread safe.
class Service {
 public:
  // Reads every bandit back from the journal, to the last bit.
  static Result<std::unique_ptr<Service>> start(std::unique_ptr<store::Journal> journal, Options options);
  // Answers what was submitted, writes checkpoints and stops.
  ~Service();

  // `reply` is called once, on the teller's thread, when the answer is final. It must not block.
  using Reply = std::function<void(Answer&&)>;
  void submit(Request request, Reply reply);

  // submit(), and waits. Not from the teller's thread.
  Answer call(Request request);

  // The log of a bandit for `banker replay`; reads from disk in the calling thread, which must not be the teller's. No such
  // bandit: ErrorCode::kBadValue.
  Result<std::unique_ptr<store::LogReader>> log(const std::string& bandit);

  // Reads what the journal has of the past; any thread may call it.
  Result<std::unique_ptr<store::Reader>> reader();

  // Why the journal cannot be written at present; none: all is well.
  std::optional<std::string> trouble() const;

 private:
  class Teller;
  explicit Service(std::unique_ptr<Teller> teller);
  std::unique_ptr<Teller> teller_;
};

}  // namespace banker::service
