#include "live.hpp"

#include <exception>
#include <thread>
#include <utility>

#include "answers.hpp"
#include "bandit_text.hpp"
#include "desk.hpp"
#include "handlers.hpp"

namespace banker::http {

namespace {

constexpr std::chrono::seconds kListEvery{1};
constexpr int kShare = 5;  // looking takes at most one part in so many of the time

Text state_text(const service::View& view) {
  std::string text = "event: state\ndata: ";
  append_state(text, view, now());
  text += "\n\n";
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

Live::Live(service::Service& service, Hub& hub, Worker& worker)
    : service_(service), hub_(hub), worker_(worker) {
  hub_.on_tick([this](Clock::time_point at) { beat(at); });
}

void Live::close() {
  hub_.on_tick(nullptr);
  while (busy_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// ---- Once a second

// A round is over when nobody holds it any more.
void Live::beat(Clock::time_point now) {
  if (now < due_.load() || busy_.exchange(true)) return;
  due_ = now + kListEvery;
  const auto end = [this, now, began = Clock::now()](void*) {
    due_ = now + std::max<Clock::duration>(kListEvery, kShare * (Clock::now() - began));
    busy_ = false;
  };
  try {
    std::shared_ptr<void> round(this, end);
    worker_.post([this, round = std::move(round)] { refresh(round); });
  } catch (const std::exception&) {  // there is no memory: next time
  }
}

void Live::refresh(const std::shared_ptr<void>& round) {
  const auto bandits = hub_.looked_at();
  std::erase_if(shown_, [&](const auto& entry) { return !bandits.contains(entry.first); });
  if (!bandits.contains("")) lines_.clear(), listed_.reset();
  for (const std::string& bandit : bandits) {
    if (bandit.empty()) list(nullptr, round);
    else look(bandit, nullptr, round);
  }
}

// One look at a time, for all who wait for it. Whether it is to be begun.
bool Live::join(std::weak_ptr<Callers>& under_way, std::shared_ptr<Callers>& callers, Send send,
                std::shared_ptr<void> round) {
  callers = under_way.lock();
  const bool first = !callers;
  if (first) under_way = callers = std::make_shared<Callers>();
  if (send) callers->sends.push_back(std::move(send));
  if (round) callers->round = std::move(round);
  return first;
}

// ---- A bandit

void Live::watch(const std::string& bandit, Send send) {
  worker_.post([this, bandit, send = std::move(send)] {
    if (hub_.full()) send(listening(nullptr));
    else look(bandit, send, nullptr);
  });
}

void Live::look(const std::string& bandit, Send send, std::shared_ptr<void> round) {
  std::shared_ptr<Callers> callers;
  if (!join(looking_[bandit], callers, std::move(send), std::move(round))) return;
  service_.submit(service::Look{bandit},
                  [this, bandit, callers = std::move(callers)](service::Answer&& answer) mutable {
                    try {
                      worker_.post([this, bandit, callers = std::move(callers), answer = std::move(answer)] {
                        looking_.erase(bandit);
                        take(bandit, answer, *callers);
                      });
                    } catch (const std::exception&) {  // there is no memory: next time
                    }
                  });
}

void Live::take(const std::string& bandit, const service::Answer& answer, const Callers& callers) {
  if (const auto* view = std::get_if<service::View>(&answer)) {
    Text text = show(*view);
    if (!text && !callers.sends.empty()) text = state_text(*view);  // nothing new, but for these
    for (const Send& send : callers.sends) send(listening(hub_.look_on(bandit, text)));
    return;
  }
  const auto* refused = std::get_if<service::Problem>(&answer);
  if (!refused) return;
  for (const Send& send : callers.sends) send(problem(*refused));
  if (refused->kind != service::Problem::Kind::kNotFound) return;
  shown_.erase(bandit);
  hub_.end(bandit, now());
}

// Tells those who look on if anything changed. A new bandit of the same name is not the one they look at.
Text Live::show(const service::View& view) {
  const service::Summary& summary = view.summary;
  const Shown now_shown{
      summary.id, summary.seq, summary.paused_at, summary.asks_per_minute, summary.tells_per_minute,
      view.ages};
  const auto found = shown_.find(summary.name);
  if (found != shown_.end() && found->second.id != now_shown.id) hub_.end(summary.name, now());
  if (found != shown_.end() && found->second == now_shown) return nullptr;
  Text text = state_text(view);
  shown_.insert_or_assign(summary.name, now_shown);
  hub_.tell_news(summary.name, text);
  return text;
}

// ---- The list

void Live::watch_list(Send send) {
  worker_.post([this, send = std::move(send)] {
    if (hub_.full()) send(listening(nullptr));
    else if (listed_ && Clock::now() - *listed_ < kListEvery) send(open_list());
    else list(send, nullptr);
  });
}

void Live::list_again() {
  worker_.post([this] { listed_.reset(); });
}

void Live::list(Send send, std::shared_ptr<void> round) {
  std::shared_ptr<Callers> callers;
  if (!join(listing_, callers, std::move(send), std::move(round))) return;
  service_.submit(service::List{}, [this, callers = std::move(callers)](service::Answer&& answer) mutable {
    try {
      worker_.post([this, callers = std::move(callers), answer = std::move(answer)]() mutable {
        listing_.reset();
        take_list(answer, *callers);
      });
    } catch (const std::exception&) {  // there is no memory to say so
    }
  });
}

void Live::take_list(const service::Answer& answer, const Callers& callers) {
  const auto* summaries = std::get_if<service::Summaries>(&answer);
  if (!summaries) {
    if (const auto* refused = std::get_if<service::Problem>(&answer))
      for (const Send& send : callers.sends) send(problem(*refused));
    return;
  }
  lines_.update(*summaries);
  listed_ = Clock::now();
  std::map<std::uint64_t, Text> since;
  for (const std::uint64_t edition : hub_.editions())
    if (edition < lines_.edition())
      since[edition] = std::make_shared<const std::string>(lines_.text_since(edition, now()));
  hub_.tell_news(since, lines_.edition());
  lines_.forget_before(hub_.oldest_edition(lines_.edition()));
  for (const Send& send : callers.sends) send(open_list());
}

Response Live::open_list() {
  auto text = std::make_shared<const std::string>(lines_.text_since(0, now()));
  return listening(hub_.look_on("", std::move(text), lines_.edition()));
}

void get_live(Desk& desk, Call&& call) {
  const std::string* bandit = value_of(call.query, "bandit");
  if (!bandit) return desk.live.watch_list(std::move(call.send));
  if (bandit->empty())
    return call.send(problem(400, "\"bandit\" in the query is empty: name one, or leave it out for all"));
  desk.live.watch(*bandit, std::move(call.send));
}

}  // namespace banker::http
