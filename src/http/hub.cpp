#include "event_text.hpp"
#include "hub_state.hpp"

namespace banker::http {

namespace {

// As texts; null: nobody wants it.
std::vector<Text> write_wanted(std::span<const Happened> all, Wanted& wanted) {
  std::vector<Text> texts(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (wanted.take(all[i])) texts[i] = std::make_shared<const std::string>(event_text(all[i]));
  return texts;
}

}  // namespace

std::unique_ptr<Stream> Hub::State::add(const std::shared_ptr<State>& state, std::unique_ptr<Ear> ear) {
  const std::lock_guard lock(state->mutex);
  if (state->hearers.size() >= kMostListeners) return nullptr;
  ear->hearer.number = ++state->last;
  state->hearers.push_back(&ear->hearer);
  state->note();
  return ear;
}

Hub::Hub() : state_(std::make_shared<State>()) {}
Hub::~Hub() = default;

bool Hub::watched() const { return state_->watched; }

std::unique_ptr<Stream> Hub::listen(std::string bandit) {
  return State::add(state_, std::make_unique<State::Ear>(state_, std::move(bandit)));
}

// Written without the lock, which others wait for; who came meanwhile came after all this happened.
void Hub::publish(std::span<const Happened> all) noexcept {
  if (state_->count == 0) return;
  Wanted wanted;
  std::vector<Text> texts;
  try {
    state_->ask_all(wanted);
    texts = write_wanted(all, wanted);
  } catch (const std::exception&) {  // there is no memory: all of it is missed
    texts.clear();
  }
  const std::lock_guard lock(state_->mutex);
  for (Hearer* hearer : state_->hearers) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (hearer->number <= wanted.last && hearer->hears(all[i]))
        hearer->put(all[i], i < texts.size() ? texts[i] : nullptr);
    }
    hearer->hand_out();
  }
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
