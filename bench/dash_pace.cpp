#include "dash_pace.hpp"

#include <sys/prctl.h>

#include <chrono>
#include <thread>

#include "serve_client.hpp"
#include "serve_traffic.hpp"

namespace banker::bench {

namespace {

void sleep_until(double moment) {
  const double left = moment - now();
  if (left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
}

}  // namespace

Paced Pacer::run(double seconds) {
  prctl(PR_SET_TIMERSLACK, 1UL);  // in nanoseconds: wakes up when it is time, not a little later
  Paced paced;
  const double start = now();
  const auto send_at = [&](double due) {
    sleep_until(due);
    const std::string_view answer = fetch_.send(request_);
    request_.clear();
    return std::pair(answer, now() - due);
  };
  for (std::size_t i = 0;; i += 2) {
    const double due = start + step_ * static_cast<double>(i);
    if (due + step_ >= start + seconds) return paced;
    const std::string& bandit = bandits_[turn_++ % bandits_.size()];
    write_ask(request_, bandit);
    const auto [decision, ask] = send_at(due);
    write_tell(request_, bandit, decision);
    const auto [_, tell] = send_at(due + step_);
    paced.asks.push_back(ask);
    paced.tells.push_back(tell);
  }
}

}  // namespace banker::bench
