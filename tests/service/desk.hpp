#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "banker/service/service.hpp"
#include "show.hpp"
#include "support/server/memory_journal.hpp"
#include "support/server/replayed.hpp"

// A service over a disk in memory, with a clock that the test moves.
namespace banker::testing {

using namespace service;
using Requests = std::vector<Request>;

class Desk {
 public:
  explicit Desk(std::shared_ptr<MemoryDisk> on = std::make_shared<MemoryDisk>()) : disk(std::move(on)) {
    disk->on_commit = [gate = gate_] { gate->pass(); };
    start();
  }

  void start() {
    Options options;
    options.clock = [now = now] { return now->load(); };
    auto started = Service::start(std::make_unique<MemoryJournal>(disk), options);
    if (!started) throw std::runtime_error(started.error().message);
    service = *std::move(started);
    settle();
  }
  // What the service does by itself at the start is done by the second answer.
  void settle() { call(List{}), call(List{}); }
  // In good order: with checkpoints.
  void stop() { service.reset(); }
  void restart() { stop(), start(); }
  // Nothing more reaches the disk.
  void crash() {
    disk->fail_commits = 1'000'000;
    service.reset();
    disk->fail_commits = 0;
  }

  void wait(double seconds) { *now += static_cast<Time>(seconds * 1e6); }

  Answer call(Request request) { return service->call(std::move(request)); }
  template <class T>
  T expect(Request request) {
    Answer answer = call(std::move(request));
    if (T* wanted = std::get_if<T>(&answer)) return std::move(*wanted);
    const auto* problem = std::get_if<Problem>(&answer);
    ADD_FAILURE() << "answered: " << show(answer) << (problem ? ": " + problem->detail : "");
    return T();
  }
  int problem(Request request) {
    const Answer answer = call(std::move(request));
    const auto* problem = std::get_if<Problem>(&answer);
    return problem ? static_cast<int>(problem->kind) : 0;
  }

  void create(const std::string& name, const std::string& spec, const Terms& terms = {}) {
    expect<View>(Create{name, spec, terms});
  }
  Made ask(const std::string& bandit) { return expect<Asked>(Ask{bandit, 1, {}}).decisions.at(0); }
  Made ask(const std::string& bandit, const std::string& id) {
    return expect<Asked>(Ask{bandit, 1, {id}}).decisions.at(0);
  }
  std::string tell(const std::string& bandit, const std::string& id, double loss) {
    return verdict(Tell{bandit, {{id, loss, Outcome::Kind::kLoss}}});
  }
  std::string reward(const std::string& bandit, const std::string& id, double reward) {
    return verdict(Tell{bandit, {{id, reward, Outcome::Kind::kReward}}});
  }
  std::string drop(const std::string& bandit, const std::string& id) { return verdict(Drop{bandit, id}); }
  Summary look(const std::string& bandit) { return expect<View>(Look{bandit}).summary; }
  Found find(const std::string& bandit, const std::string& id) { return expect<Found>(Find{bandit, id}); }
  std::string log(const std::string& bandit) {
    auto reader = service->log(bandit);
    std::string text;
    for (std::string piece = "-"; reader && !piece.empty(); text += piece) {
      piece = (*reader)->next(1000).value();
    }
    return text;
  }

  // The answers of requests that wait together while the commit of `first` is held up, and so are done in one
  // batch. `meanwhile` is called before that commit goes on.
  std::vector<Answer> batch(Request first, Requests requests, const std::function<void()>& meanwhile = {}) {
    gate_->close();
    std::vector<std::future<Answer>> futures;
    futures.push_back(submit(std::move(first)));
    gate_->wait_for_somebody();
    for (Request& request : requests) futures.push_back(submit(std::move(request)));
    if (meanwhile) meanwhile();
    gate_->open();
    std::vector<Answer> answers;
    for (auto& future : futures) answers.push_back(future.get());
    EXPECT_FALSE(std::holds_alternative<Problem>(answers.front())) << show(answers.front());
    answers.erase(answers.begin());
    return answers;
  }

  std::future<Answer> submit(Request request) {
    auto promise = std::make_shared<std::promise<Answer>>();
    auto future = promise->get_future();
    service->submit(std::move(request),
                    [promise](Answer&& answer) { promise->set_value(std::move(answer)); });
    return future;
  }

  const std::shared_ptr<MemoryDisk> disk;
  std::shared_ptr<std::atomic<Time>> now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  std::unique_ptr<Service> service;

 private:
  // Holds commits up.
  class Gate {
   public:
    void pass() {
      std::unique_lock lock(mutex_);
      somebody_ = true;
      changed_.notify_all();
      changed_.wait(lock, [&] { return !closed_; });
      somebody_ = false;
    }
    void close() { set(true); }
    void open() { set(false); }
    void wait_for_somebody() {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return somebody_; });
    }

   private:
    void set(bool closed) {
      const std::lock_guard lock(mutex_);
      closed_ = closed;
      changed_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    bool closed_ = false, somebody_ = false;
  };

  std::string verdict(Request request) {
    const Heard heard = expect<Heard>(std::move(request));
    return heard.results.empty() ? "nothing" : std::string(name(heard.results.at(0).verdict));
  }
  std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
};

// REQUIRES: the service is stopped. The bytes of its agent, from its last checkpoint.
inline std::string agent_bytes(const MemoryDisk& disk, const std::string& name) {
  const auto checkpoint = disk.checkpoint(name);
  if (!checkpoint) return (*make_agent(disk.find(name)->row.spec))->save();
  EXPECT_EQ(checkpoint->seq, disk.find(name)->last) << "a service that stops leaves checkpoints of the end";
  return checkpoint->agent;
}

// Stops, and compares every bandit with a clean replay of its log.
inline void expect_logs_replay(Desk& desk) {
  std::vector<std::pair<std::string, std::string>> logs;
  for (const Summary& s : desk.expect<Summaries>(List{}).bandits) logs.emplace_back(s.name, desk.log(s.name));
  desk.stop();
  for (const auto& [name, log] : logs)
    EXPECT_TRUE(replayed(log) == agent_bytes(*desk.disk, name)) << name << ": the log leads elsewhere\n"
                                                                << log;
}

}  // namespace banker::testing
