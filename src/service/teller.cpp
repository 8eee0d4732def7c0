#include "teller.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

namespace banker::service {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kHouseEvery = std::chrono::milliseconds(100);
constexpr auto kRetryEvery = std::chrono::seconds(1);
// Decisions and outcomes, about: nobody waits longer for others.
constexpr std::size_t kMostInCommit = 100'000;

Time system_time() {
  using namespace std::chrono;
  return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

// How much a request adds to a commit.
std::size_t weight_of(const Request& request) {
  if (const auto* ask = std::get_if<Ask>(&request)) return ask->count;
  if (const auto* tell = std::get_if<Tell>(&request)) return tell->reports.size();
  if (std::holds_alternative<ExpireOld>(request)) return kMostInCommit / 10;
  return 1;
}

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
    const std::size_t weight = weight_of(request);
    const std::lock_guard lock(mutex_);
    first = queue_.empty();
    queue_.push_back({std::move(request), std::move(reply), weight});
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
  in_transaction([&](Transaction& transaction) { registry_.checkpoint_all(transaction); });
}

bool Service::Teller::wait(std::vector<Job>& jobs) {
  std::unique_lock lock(mutex_);
  const auto ready = [&] { return stopping_ || !queue_.empty(); };
  if (busy_ || trouble_ || registry_.expires() || registry_.is_restless() || options_.keep_seconds) {
    wake_.wait_until(lock, next_round_, ready);
  } else {
    wake_.wait(lock, ready);
  }
  std::size_t taken = 0;
  for (std::size_t weight = 0; taken < queue_.size() && weight < kMostInCommit; ++taken)
    weight += queue_[taken].weight;
  if (taken == queue_.size()) {
    jobs.swap(queue_);
  } else {
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(taken);
    jobs.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
    queue_.erase(queue_.begin(), end);
  }
  return !jobs.empty() || !stopping_;
}

void Service::Teller::serve(std::vector<Job>& jobs) {
  std::vector<Answer> answers;
  answers.reserve(jobs.size());
  const auto error = in_transaction([&](Transaction& transaction) {
    for (const Job& job : jobs) answers.push_back(registry_.serve(job.request, transaction));
  });
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (error) {
      jobs[i].reply(unavailable(error->message));
      continue;
    }
    if (auto* measures = std::get_if<Measures>(&answers[i])) fill_in(*measures);
    jobs[i].reply(std::move(answers[i]));
  }
}

// ---- Transactions

template <class Work>
store::MaybeError Service::Teller::in_transaction(Work work) {
  if (!intact_) take_back();
  if (!intact_) return Error{ErrorCode::kDisk, "the journal cannot be read"};
  Transaction transaction(*journal_, clock_.now(), options_.watched ? options_.watched() : 0);
  const store::MaybeError error = without_exceptions([&] {
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
  take_back();
  set_trouble(error->message);
  return error;
}

void Service::Teller::take_back() {
  intact_ = false;
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
  const bool in_trouble = trouble().has_value();
  const auto error = in_transaction([&](Transaction& transaction) {
    busy_ = registry_.housekeeping(transaction);
    if (in_trouble) transaction.change([&] { return journal_->touch(); });  // can the disk be written again?
  });
  next_round_ = Clock::now() + (error ? Clock::duration(kRetryEvery) : Clock::duration(kHouseEvery));
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
  const std::lock_guard lock(mutex_);
  trouble_ = std::move(trouble);
}

}  // namespace banker::service
