#include "teller.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <new>

#include "../core/clock.hpp"

namespace banker::service {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kHouseEvery = std::chrono::milliseconds(100);
constexpr auto kRetryEvery = std::chrono::seconds(1);
// What requests of one commit weigh together, if there are two: nobody waits longer for others.
constexpr std::size_t kMostInCommit = 100'000;

// An agent that ran out of memory is in no known state, which is as good as a disk that failed.
template <class Work>
store::MaybeError without_exceptions(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kDisk, "there is not enough memory"};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::kDisk, std::string("an unexpected error: ") + exception.what()};
  }
}

Problem unavailable(const std::string& why) {
  return {Problem::Kind::kUnavailable, why + "; the request is not done: send it again later"};
}

}  // namespace

Service::Teller::Teller(std::unique_ptr<store::Journal> journal, Options options)
    : journal_(std::move(journal)),
      options_(std::move(options)),
      registry_(*journal_, options_),
      clock_(options_.clock ? options_.clock : system_time) {
  totals_.histogram.resize(std::size(kCommitSeconds) + 1);
}

store::MaybeError Service::Teller::recover() {
  if (auto error = registry_.recover()) return error;
  clock_.start_from(registry_.last_time());
  return std::nullopt;
}

Service::Teller::~Teller() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Service::Teller::submit(Request request, Reply reply) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = queue_.empty();
    queue_.push_back({std::move(request), std::move(reply)});
  }
  if (first) wake_.notify_one();
}

// ---- The loop

void Service::Teller::run() {
  std::vector<Job> jobs;
  while (wait(jobs)) {
    if (!jobs.empty()) serve(jobs);
    jobs.clear();
    if (Clock::now() >= next_round_) keep_house();
  }
  in_transaction(Transaction::Purpose::kChange,
                 [&](Transaction& transaction) { registry_.checkpoint_all(transaction); });
}

bool Service::Teller::wait(std::vector<Job>& jobs) {
  bool stopping = false;
  {
    std::unique_lock lock(mutex_);
    const auto ready = [&] { return stopping_ || !queue_.empty() || !waiting_.empty(); };
    if (busy_ || trouble_ || registry_.expires() || registry_.is_restless() || options_.keep_seconds) {
      wake_.wait_until(lock, next_round_, ready);
    } else {
      wake_.wait(lock, ready);
    }
    std::move(queue_.begin(), queue_.end(), std::back_inserter(waiting_));
    queue_.clear();
    stopping = stopping_;
  }
  for (std::size_t weight = 0; !waiting_.empty() && weight < kMostInCommit; waiting_.pop_front()) {
    weight += registry_.weight_of(waiting_.front().request);
    jobs.push_back(std::move(waiting_.front()));
  }
  return !jobs.empty() || !stopping;
}

// If the journal cannot be written, those who look are answered all the same, and first.
void Service::Teller::serve(std::vector<Job>& jobs) {
  store::MaybeError error;
  if (!trouble()) error = answer(jobs, Transaction::Purpose::kChange);
  if (jobs.empty()) return;
  std::vector<Job> changes = take_changes(jobs);
  if (error) refuse(changes, error->message);
  if (const auto unread = answer(jobs, Transaction::Purpose::kLook)) refuse(jobs, unread->message);
  if (changes.empty()) return;
  try_disk();
  if (const auto why = trouble()) return refuse(changes, *why);
  if (const auto again = answer(changes, Transaction::Purpose::kChange)) refuse(changes, again->message);
}

// Leaves no job; or, if it fails, all of them, and nothing is done.
store::MaybeError Service::Teller::answer(std::vector<Job>& jobs, Transaction::Purpose purpose) {
  std::vector<Answer> answers;
  answers.reserve(jobs.size());
  auto error = in_transaction(purpose, [&](Transaction& transaction) {
    for (const Job& job : jobs) answers.push_back(registry_.serve(job.request, transaction));
  });
  if (error) return error;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (auto* measures = std::get_if<Measures>(&answers[i])) fill_in(*measures);
    jobs[i].reply(std::move(answers[i]));
  }
  jobs.clear();
  return std::nullopt;
}

// Leaves those that only look.
std::vector<Service::Teller::Job> Service::Teller::take_changes(std::vector<Job>& jobs) {
  const auto end =
      std::stable_partition(jobs.begin(), jobs.end(), [](const Job& job) { return !is_look(job.request); });
  std::vector<Job> changes(std::make_move_iterator(jobs.begin()), std::make_move_iterator(end));
  jobs.erase(jobs.begin(), end);
  return changes;
}

void Service::Teller::refuse(std::vector<Job>& jobs, const std::string& why) {
  for (Job& job : jobs) job.reply(unavailable(why));
  jobs.clear();
}

// Nothing is done for it that would have to be taken back.
void Service::Teller::try_disk() {
  in_transaction(Transaction::Purpose::kChange,
                 [&](Transaction& transaction) { transaction.change([&] { return journal_->touch(); }); });
}

// ---- Transactions

template <class Work>
store::MaybeError Service::Teller::in_transaction(Transaction::Purpose purpose, Work work) {
  if (!intact_) take_back();
  if (!intact_) return Error{ErrorCode::kDisk, "the journal cannot be read"};
  Transaction transaction(*journal_, purpose, clock_.now(), options_.watched ? options_.watched() : 0);
  store::MaybeError error = without_exceptions([&] {
    work(transaction);
    return commit(transaction);
  });
  if (!error) {
    registry_.keep();
    if (!transaction.happened().empty()) options_.watch(transaction.happened());
    return std::nullopt;
  }
  ++totals_.failures;
  if (transaction.begun()) journal_->rollback();
  intact_ = false;
  set_trouble(error->message);
  return error;
}

void Service::Teller::take_back() {
  (void)without_exceptions([&]() -> store::MaybeError {
    intact_ = registry_.take_back();
    return std::nullopt;
  });
}

store::MaybeError Service::Teller::commit(Transaction& transaction) {
  if (!transaction.begun()) return transaction.error();
  const auto start = Clock::now();
  if (auto error = transaction.commit()) return error;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const auto bucket = std::lower_bound(std::begin(kCommitSeconds), std::end(kCommitSeconds), seconds);
  ++totals_.histogram[static_cast<std::size_t>(bucket - std::begin(kCommitSeconds))];
  totals_.commit_seconds += seconds;
  ++totals_.commits;
  totals_.events += transaction.events();
  set_trouble(std::nullopt);
  return std::nullopt;
}

// ---- By the clock

void Service::Teller::keep_house() {
  if (trouble()) try_disk();
  if (!trouble()) {
    in_transaction(Transaction::Purpose::kChange,
                   [&](Transaction& transaction) { busy_ = registry_.housekeeping(transaction); });
  }
  next_round_ = Clock::now() + (trouble() ? Clock::duration(kRetryEvery) : Clock::duration(kHouseEvery));
}

// ---- What others see

void Service::Teller::fill_in(Measures& measures) const {
  std::vector<Summary> bandits = std::move(measures.bandits);
  measures = totals_;
  measures.bandits = std::move(bandits);
  measures.trouble = trouble();
}

std::optional<std::string> Service::Teller::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void Service::Teller::set_trouble(std::optional<std::string> trouble) {
  const bool before = this->trouble().has_value();
  (void)without_exceptions([&]() -> store::MaybeError {
    if (!before && trouble && options_.on_trouble) options_.on_trouble(*trouble);
    if (before && !trouble && options_.on_recovery) options_.on_recovery();
    return std::nullopt;
  });
  const std::lock_guard lock(mutex_);
  trouble_ = std::move(trouble);
}

}  // namespace banker::service
