// News, for those who look on.
#include "event_text.hpp"
#include "hub_state.hpp"

namespace banker::http {

std::unique_ptr<Stream> Hub::look_on(std::string bandit, Text news, std::uint64_t edition) {
  auto ear = std::make_unique<State::Ear>(state_, std::move(bandit));
  Hearer& hearer = ear->hearer;
  hearer.looks_on = true;
  hearer.events_left = kFewEvents;
  hearer.edition = edition;
  hearer.mail.set_news(std::move(news));
  return State::add(state_, std::move(ear));
}

std::set<std::string> Hub::looked_at() const {
  std::set<std::string> bandits;
  const std::lock_guard lock(state_->mutex);
  for (const Hearer* hearer : state_->hearers)
    if (hearer->looks_on && !hearer->over) bandits.insert(hearer->bandit);
  return bandits;
}

void Hub::tell_news(const std::string& bandit, const Text& news) {
  const std::lock_guard lock(state_->mutex);
  const auto group = state_->groups.find(bandit);
  if (group == state_->groups.end()) return;
  for (Hearer* hearer : group->second.lookers) {
    if (hearer->over) continue;
    hearer->mail.set_news(news);
    hearer->hand_out();
  }
}

void Hub::end(const std::string& bandit, service::Time at) {
  const Happened gone{bandit, nullptr, {}, service::Remove{bandit}, at};
  const auto text = std::make_shared<const std::string>(event_text(gone));
  const std::lock_guard lock(state_->mutex);
  const auto group = state_->groups.find(bandit);
  if (group == state_->groups.end()) return;
  for (Hearer* hearer : group->second.lookers) {
    hearer->end(text);
    hearer->hand_out();
  }
  state_->note();
}

std::set<std::uint64_t> Hub::editions() const {
  std::set<std::uint64_t> all;
  const std::lock_guard lock(state_->mutex);
  for (const Hearer* hearer : state_->hearers)
    if (hearer->looks_on && hearer->bandit.empty() && !hearer->mail.has_news()) all.insert(hearer->edition);
  return all;
}

void Hub::tell_news(const std::map<std::uint64_t, Text>& since, std::uint64_t to) {
  const std::lock_guard lock(state_->mutex);
  for (Hearer* hearer : state_->hearers) {
    if (!hearer->looks_on || !hearer->bandit.empty() || hearer->mail.has_news()) continue;
    const auto found = since.find(hearer->edition);
    if (found == since.end()) continue;
    hearer->edition = to;
    hearer->mail.set_news(found->second);
    hearer->hand_out();
  }
}

std::uint64_t Hub::oldest_edition(std::uint64_t otherwise) const {
  const std::lock_guard lock(state_->mutex);
  for (const Hearer* hearer : state_->hearers)
    if (hearer->looks_on && hearer->bandit.empty()) otherwise = std::min(otherwise, hearer->edition);
  return otherwise;
}

}  // namespace banker::http
