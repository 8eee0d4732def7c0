#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "banker/agent/catalog.hpp"
#include "banker/lab/study.hpp"
#include "ground.hpp"

namespace banker::lab {

Result<std::optional<RunResult>> run(const Job& job, const Cell& cell, Watch* watch) {
  auto agent = make_agent(job.spec);
  if (!agent) return agent.error();
  RunOptions options{.rounds = job.rounds, .drop_after = job.drop_after, .watch = watch};
  Setting setting{.arms = job.arms,
                  .rounds = job.rounds,
                  .seed = job.seed,
                  .low = cell.losses.low,
                  .high = cell.losses.high};
  std::optional<Ground> ground;
  if (cell.losses.linear) {
    auto found = Ground::of(job.spec);
    if (!found) return found.error();
    ground = *std::move(found);
    const auto reach = ground->reach();
    if (!reach) return reach.error();
    setting.reach = *reach;
    options.least = [&](std::span<const double> sum) { return ground->least(sum); };
  }
  const auto losses = cell.losses.start(setting);
  const auto delays = cell.delays.start(setting);
  return simulate(**agent, *losses, *delays, options);
}

namespace {

// Jobs are taken in order by whoever is free; results go where they belong, so nothing depends on who that is.
class Runner {
 public:
  Runner(const Study& study, const RunnerOptions& options)
      : study_(study), options_(options), results_(study.jobs()) {
    for (std::size_t i = 0; i < results_.size() && !stopped(); ++i) {
      if (options.known) results_[i] = options.known(i);
      if (!results_[i]) waiting_.push_back(i);
    }
  }

  Result<Results> run_all() {
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = options_.threads > 0 ? options_.threads : cores;
    std::vector<std::jthread> threads;
    try {
      while (threads.size() < std::min(wanted, waiting_.size())) {
        const std::lock_guard lock(mutex_);  // a thread waits until it is counted
        threads.emplace_back([this] { work(); });
        ++active_;
      }
    } catch (const std::system_error& error) {  // no more of them: go on with those there are
      if (threads.empty())
        return Error{ErrorCode::kBadValue, std::string("cannot start a thread: ") + error.what()};
    }
    {
      std::unique_lock lock(mutex_);
      while (active_ > 0) {
        changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return active_ == 0; });
        lock.unlock();
        if (options_.tick) options_.tick();
        lock.lock();
      }
    }
    threads.clear();
    if (error_) return *error_;
    return std::move(results_);
  }

 private:
  bool stopped() const { return options_.watch != nullptr && options_.watch->stop; }

  void work() {
    std::unique_lock lock(mutex_);
    while (!error_ && !stopped() && next_ < waiting_.size()) {
      const std::size_t index = waiting_[next_++];
      lock.unlock();
      auto result = run_one(index);
      lock.lock();
      if (!result) error_ = result.error();
      else if (*result) finish(index, **std::move(result));
    }
    if (--active_ == 0) changed_.notify_one();
  }
  Result<std::optional<RunResult>> run_one(std::size_t index) const try {
    return run(job(study_, index), study_.cell_of(index), options_.watch);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kBadValue, "not enough memory: try fewer arms, or fewer threads"};
  } catch (const std::exception& error) {
    return Error{ErrorCode::kBadValue, error.what()};
  }
  void finish(std::size_t index, RunResult result) try {
    if (auto error = options_.keep ? options_.keep(index, result) : std::nullopt) error_ = *error;
    results_[index] = std::move(result);
  } catch (const std::exception& error) {
    error_ = Error{ErrorCode::kBadValue, error.what()};
  }

  const Study& study_;
  const RunnerOptions& options_;
  std::vector<std::size_t> waiting_;
  Results results_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::size_t next_ = 0, active_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<Results> run(const Study& study, const RunnerOptions& options) {
  return Runner(study, options).run_all();
}

}  // namespace banker::lab
