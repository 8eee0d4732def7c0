#include "history_text.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "members.hpp"

namespace banker::http {

namespace {

using store::Moment;
using Arm = Moment::Arm;

// Which arms are shown, by number.
std::vector<std::size_t> shown_arms(std::span<const Moment> moments) {
  std::map<std::size_t, std::size_t> times;
  for (const Moment& moment : moments)
    for (const Arm& arm : moment.arms) ++times[arm.arm];
  std::vector<std::pair<std::size_t, std::size_t>> often(times.begin(), times.end());
  if (often.size() > kHistoryArms) {
    std::stable_sort(often.begin(), often.end(), [](auto& a, auto& b) { return a.second > b.second; });
    often.resize(kHistoryArms);
    std::sort(often.begin(), often.end());
  }
  std::vector<std::size_t> arms;
  for (const auto& [arm, count] : often) arms.push_back(arm);
  return arms;
}

// The arm in each moment; null: it was not among the most likely ones then.
std::vector<const Arm*> places_of(std::size_t arm, std::span<const Moment> moments) {
  std::vector<const Arm*> places;
  places.reserve(moments.size());
  for (const Moment& moment : moments) {
    const auto found = std::lower_bound(moment.arms.begin(), moment.arms.end(), arm,
                                        [](const Arm& one, std::size_t wanted) { return one.arm < wanted; });
    places.push_back(found != moment.arms.end() && found->arm == arm ? &*found : nullptr);
  }
  return places;
}

template <class Get>
void arm_column(std::string& out, std::string_view key, const std::vector<const Arm*>& places, Get get) {
  member_list(out, key, places, [&](std::string& text, const Arm* arm) {
    if (!arm) text += "null";
    else if constexpr (std::is_integral_v<decltype(get(*arm))>) append(text, get(*arm));
    else append_number(text, get(*arm));
  });
}

void append_arm_history(std::string& out, const Identity& who, std::size_t arm,
                        std::span<const Moment> moments) {
  out += R"({"arm":)";
  append_arm(out, who, arm);
  member(out, "index", arm);
  const auto places = places_of(arm, moments);
  arm_column(out, "probability", places, [](const Arm& one) { return one.probability; });
  arm_column(out, "asked", places, [](const Arm& one) { return one.tally.asked; });
  arm_column(out, "told", places, [](const Arm& one) { return one.tally.told; });
  arm_column(out, "loss", places, [](const Arm& one) { return one.tally.loss; });
  out += '}';
}

}  // namespace

void append_history(std::string& out, const Identity& who, std::span<const Moment> moments) {
  const auto column = [&](std::string_view key, auto get) {
    member_list(out, key, moments, [&](std::string& text, const Moment& moment) {
      if constexpr (std::is_integral_v<decltype(get(moment))>) append(text, get(moment));
      else append_number(text, get(moment));
    });
  };
  out += R"({"at":[)";
  for (const Moment& moment : moments) {
    if (out.back() != '[') out += ',';
    append_time(out, moment.at);
  }
  out += ']';
  column("rounds", [](const Moment& m) { return m.rounds; });
  column("open", [](const Moment& m) { return m.open; });
  column("settled", [](const Moment& m) { return m.tally.settled; });
  column("skipped", [](const Moment& m) { return m.tally.skipped; });
  column("stale", [](const Moment& m) { return m.tally.stale; });
  column("dropped", [](const Moment& m) { return m.tally.dropped; });
  column("expired", [](const Moment& m) { return m.tally.expired; });
  column("told", [](const Moment& m) { return m.all.told; });
  column("loss", [](const Moment& m) { return m.all.loss; });
  column("scale", [](const Moment& m) { return m.scale; });
  column("total_invested", [](const Moment& m) { return m.total_invested; });
  column("certificate", [](const Moment& m) { return m.certificate; });
  member_list(out, "arms", shown_arms(moments),
              [&](std::string& text, std::size_t arm) { append_arm_history(text, who, arm, moments); });
  out += '}';
}

}  // namespace banker::http
