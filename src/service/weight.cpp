#include <variant>

#include "registry.hpp"

// What requests ask of the teller.
namespace banker::service {

// An event has a row of some hundred bytes and takes some microseconds; ten numbers or so of a point, or arms of a bandit that is
// looked at, are as much.
std::size_t Registry::weight_of(const Request& request) const {
  constexpr std::size_t kNumbers = 16, kNew = 100;
  const auto who = [&](const std::string& name) -> const Identity* {
    const auto found = bandits_.find(name);
    return found != bandits_.end() && found->second.bandit ? found->second.bandit->who().get() : nullptr;
  };
  const auto numbers = [](const Identity* of) { return of ? 1 + (of->arms + of->dimension) / kNumbers : 1; };
  if (const auto* ask = std::get_if<Ask>(&request)) {
    const Identity* of = who(ask->bandit);
    return ask->count * (1 + (of ? of->dimension / kNumbers : 0));
  }
  if (const auto* tell = std::get_if<Tell>(&request)) return tell->reports.size();
  if (std::holds_alternative<ExpireOld>(request)) return kExpireAtOnce;
  if (std::holds_alternative<Create>(request) || std::holds_alternative<Remove>(request)) return kNew;
  if (const auto* look = std::get_if<Look>(&request)) return numbers(who(look->bandit));
  if (const auto* find = std::get_if<Find>(&request)) return numbers(who(find->bandit));
  if (const auto* oldest = std::get_if<Oldest>(&request)) return 1 + oldest->most / kNumbers;
  if (std::holds_alternative<List>(request) || std::holds_alternative<Measure>(request))
    return 1 + bandits_.size();
  return 1;
}

}  // namespace banker::service
