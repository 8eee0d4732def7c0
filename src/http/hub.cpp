#include "event_text.hpp"
#include "hub_state.hpp"

namespace banker::http {

namespace {

Written write_one(const Happened& one, const Demand& demand, Demand::OfBandit* of) {
  Written written;
  written.shown = of && of->events_left > 0;
  if (written.shown) --of->events_left;
  if (demand.all || (of && (of->listened || written.shown || is_end(one))))
    written.text = std::make_shared<const std::string>(event_text(one));
  return written;
}

std::vector<Written> write_wanted(std::span<const Happened> all, Demand& demand) {
  std::vector<Written> written(all.size());
  Finder bandits(demand.bandits);
  for (std::size_t i = 0; i < all.size(); ++i)
    written[i] = write_one(all[i], demand, bandits.find(all[i].bandit));
  return written;
}

// To those who were there.
void tell(const std::vector<Hearer*>& listeners, const Text& event, std::uint64_t last) {
  for (Hearer* hearer : listeners)
    if (hearer->number <= last) hearer->mail.push(event);
}

}  // namespace

void Hub::State::read_demand(Demand& demand) {
  const std::lock_guard lock(mutex);
  demand.last = last;
  for (const auto& [bandit, group] : groups) {
    if (bandit.empty()) demand.all = !group.listeners.empty();
    else demand.bandits[bandit] = {!group.listeners.empty(), group.events_left()};
  }
}

// Each event goes to its group only, and to those who look on only as long as they want some: they cost no more if there is
// more. What could not be written is missed.
void Hub::State::put(std::span<const Happened> all, const std::vector<Written>& written,
                     std::uint64_t last_hearer) {
  const Written missed;
  const auto everything = groups.find("");
  Finder of(groups);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Written& as = i < written.size() ? written[i] : missed;
    if (everything != groups.end()) tell(everything->second.listeners, as.text, last_hearer);
    const Group* group = of.find(all[i].bandit);
    if (!group) continue;
    tell(group->listeners, as.text, last_hearer);
    if (!as.shown && !is_end(all[i])) continue;
    for (Hearer* hearer : group->lookers) {
      if (hearer->number > last_hearer) continue;
      if (is_end(all[i])) hearer->end(as.text);
      else hearer->show(as.text);
    }
  }
}

std::unique_ptr<Stream> Hub::State::add(const std::shared_ptr<State>& state, std::unique_ptr<Ear> ear) {
  const std::lock_guard lock(state->mutex);
  if (state->hearers.size() >= kMostListeners) return nullptr;
  ear->hearer.number = ++state->last;
  state->hearers.push_back(&ear->hearer);
  state->groups[ear->hearer.bandit].of(ear->hearer).push_back(&ear->hearer);
  state->note();
  return ear;
}

Hub::Hub() : state_(std::make_shared<State>()) {}
Hub::~Hub() = default;

std::size_t Hub::watched() const { return state_->watched; }

bool Hub::full() const { return state_->count >= kMostListeners; }

std::unique_ptr<Stream> Hub::listen(std::string bandit) {
  return State::add(state_, std::make_unique<State::Ear>(state_, std::move(bandit)));
}

// Written without the lock, which others wait for; who came meanwhile came after all this happened.
void Hub::publish(std::span<const Happened> all) noexcept {
  if (state_->count == 0 || all.empty()) return;
  Demand demand;
  std::vector<Written> written;
  try {
    state_->read_demand(demand);
    written = write_wanted(all, demand);
  } catch (const std::exception&) {  // there is no memory: all of it is missed
    written.clear();
  }
  const std::lock_guard lock(state_->mutex);
  state_->put(all, written, demand.last);
  for (Hearer* hearer : state_->hearers) hearer->hand_out();
  state_->seen_left -= std::min(state_->seen_left, all.size());
  state_->note();
}

void Hub::tick(Clock::time_point now) {
  const std::lock_guard lock(state_->mutex);
  state_->begin_second(now);
  state_->call_beat(now);
  for (Hearer* hearer : state_->hearers) {
    hearer->hand_out();
    if (hearer->ready && now - hearer->heard >= kSilence) hearer->hand_out(": ping\n\n", false);
  }
}

void Hub::close() {
  const std::lock_guard lock(state_->mutex);
  state_->closed = true;
  for (Hearer* hearer : state_->hearers) {
    if (hearer->ready) hearer->hand_out("", true);
  }
}

void Hub::on_tick(std::function<void(Clock::time_point)> beat) {
  const std::lock_guard lock(state_->mutex);
  state_->beat = std::move(beat);
}

}  // namespace banker::http
