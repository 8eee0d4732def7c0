#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "banker/agent/banker_omd.hpp"
#include "banker/agent/banker_sflbinf.hpp"
#include "banker/agent/banker_sftinf.hpp"
#include "banker/agent/banker_tinf.hpp"
#include "support/settings.hpp"

namespace banker::testing {

// Calls visit with the agent as its own type.
template <class Visit>
auto with_bank(const Agent& agent, Visit visit) {
  if (const auto* a = dynamic_cast<const BankerOmd*>(&agent)) return visit(*a);
  if (const auto* a = dynamic_cast<const BankerTinf*>(&agent)) return visit(*a);
  if (const auto* a = dynamic_cast<const BankerSftinf*>(&agent)) return visit(*a);
  if (const auto* a = dynamic_cast<const BankerSflbinf*>(&agent)) return visit(*a);
  throw std::logic_error("an agent without a bank");
}

// Capital with its dual: a saving, or the scale of an open round.
struct Capital {
  RoundId round;
  double amount;
  std::vector<double> dual;
};

// A round that was told or dropped: sigma_s and theta_s while it was open, and the loss its estimate is made
// from, 0 if it was skipped or dropped.
struct Closed {
  Capital open;
  double loss;
};

// An agent that plays a script while the test keeps its own books: what was told, what it cost, and all
// capital as the agent reports it. check() is called after every event.
template <class Check>
class Books {
 public:
  Books(const Settings& s, std::size_t arms, Check check)
      : settings(s), agent(s.make(arms)), estimates(arms, 0), drawn(1), check_(std::move(check)) {}

  std::uint64_t ask() {
    const std::vector<Capital> before = savings();
    const Decision decision = *agent->ask();
    drawn.push_back(decision);
    savings_before_ask = 0;
    for (const Capital& c : before) savings_before_ask += c.amount;
    last_asked = decision.round;
    check_(*this);
    last_asked.reset();
    return number(decision.round);
  }
  void tell(std::uint64_t round, const Event& e) {
    const double told = settings.loss(e);
    const double loss = settings.has_range() ? (told - settings.low) / (settings.high - settings.low) : told;
    last_closed = {open_round(round), 0};
    const Receipt receipt = *agent->tell(RoundId{round}, told);
    if (receipt.state == RoundState::kSettled) {
      losses += loss;
      estimates[drawn[round].arm] += Real(loss) / drawn[round].probability;
      sizes += std::abs(Real(loss) / drawn[round].probability);
      costs += *receipt.immediate_cost;
      last_closed->loss = loss;
    } else {
      ++skipped;
      last_skipped = RoundId{round};
    }
    check_(*this);
    last_skipped.reset();
    last_closed.reset();
  }
  void drop(std::uint64_t round) {
    last_closed = {open_round(round), 0};
    *agent->drop(RoundId{round});
    check_(*this);
    last_closed.reset();
  }

  std::vector<Capital> savings() const {
    std::vector<Capital> list;
    with_bank(*agent, [&](const auto& a) {
      a.for_each_saving([&](RoundId round, Amount amount, std::span<const double> dual) {
        list.push_back({round, amount.value(), {dual.begin(), dual.end()}});
      });
    });
    return list;
  }
  std::vector<Capital> open() const {
    std::vector<Capital> list;
    with_bank(*agent, [&](const auto& a) {
      a.for_each_open([&](RoundId round, double scale, std::span<const double> dual) {
        list.push_back({round, scale, {dual.begin(), dual.end()}});
      });
    });
    return list;
  }
  Capital open_round(std::uint64_t number) const {
    Capital found{};
    with_bank(*agent, [&](const auto& a) {
      a.for_each_open([&](RoundId round, double scale, std::span<const double> dual) {
        if (round == RoundId{number}) found = {round, scale, {dual.begin(), dual.end()}};
      });
    });
    return found;
  }
  std::vector<Capital> all_capital() const {
    std::vector<Capital> list = savings();
    for (Capital& c : open()) list.push_back(std::move(c));
    return list;
  }
  // The n of the moved vertices (1-1/n) e_i + 1/(nK), as 1/n; 0, the vertices themselves, where they will do.
  Real inverse_n() const {
    if (settings.psi().kind != reference::Psi::Kind::kLogBarrier) return 0;
    return settings.horizon ? 1 / Real(*settings.horizon) : 1 / std::max<Real>(agent->rounds(), 3);
  }
  // <sum of estimates, y> for the moved vertex of arm i.
  Real estimated_loss(std::size_t i) const {
    Real mean = 0;
    for (const Real e : estimates) mean += e / Real(estimates.size());
    return (1 - inverse_n()) * estimates[i] + inverse_n() * mean;
  }

  Settings settings;
  std::unique_ptr<Agent> agent;
  Reals estimates;  // sum of l~_s over told rounds
  Real sizes = 0;   // sum of |l~_s|
  Real losses = 0;  // sum of <l~_s, x_s>
  Real costs = 0;   // sum of immediate costs
  std::size_t skipped = 0;
  std::vector<Decision> drawn;  // by round
  // Of the event just played:
  double savings_before_ask = 0;
  std::optional<RoundId> last_asked;
  std::optional<RoundId> last_skipped;
  std::optional<Closed> last_closed;

 private:
  Check check_;
};

// Plays a script and calls check(books) after every event. Returns the books at the end.
template <class Check>
auto keep_books(const Trial& c, Check check) {
  Books<Check> books(c.settings, c.script.arms, check);
  play(c.script, books);
  return books;
}

}  // namespace banker::testing
