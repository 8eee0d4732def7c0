#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/agent/banking.hpp"
#include "banker/agent/geometry.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/open_rounds.hpp"
#include "banker/core/random.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// Banker-OMD (Algorithm 2): mirror descent whose next point is paid for by the savings of all settled rounds.
//
//  ask   sigma_t   = scale rule(t, outstanding, its sums)
//        withdraw sigma_t from the savings, borrow the shortage b_t;  theta_t = mix of the duals that pay
//        x_t       = mirror(theta_t);  draw A_t;  the round is open
//  tell  theta_s  -= l~_s / sigma_s, the dual of z_s, with the probability A_s was drawn with
//        deposit sigma_s at theta_s: the saving of round s can be spent
//
// A named algorithm is this class with a geometry (regularizer, draw, estimate) and a scale rule; how savings
// are spent, the reserve of the pool, and when a round is too old to wait for, are options of all of them.
template <Geometry Space, ScaleRule Scale>
class BankerAgent final : public Agent {
  static_assert(!CostRule<Scale> || Prices<Space>,
                "a rule that follows the costs needs a geometry with prices");
  static_assert(!Imputes<Space> || CostRule<Scale>, "a loss of 0 that is imputed must be booked");

 public:
  BankerAgent(Identity identity, Space geometry, Scale scale, const Banking& banking,
              std::optional<std::uint64_t> horizon = {})
      : Agent(std::move(identity)),
        geometry_(std::move(geometry)),
        horizon_(horizon),
        skip_stale_(banking.skip_stale),
        state_(std::move(scale), Bank(banking.spending, geometry_.dimension(), banking.reserve),
               skip_stale_.on(), geometry_.default_action()),
        x_(state_.point) {}

  std::vector<double> probabilities() const override { return geometry_.probabilities(next_point()); }
  std::vector<double> point() const override {
    std::vector<double> x;
    geometry_.coordinates(next_point(), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { geometry_.coordinates(state_.point, x); }
  std::size_t outstanding() const override { return state_.open.outstanding(); }
  std::uint64_t rounds() const override { return state_.total.rounds; }
  std::optional<double> total_invested() const override { return state_.bank.total_invested(); }
  std::optional<double> certificate() const override {
    const double n =
        horizon_ ? static_cast<double>(*horizon_) : std::max(static_cast<double>(state_.total.rounds), 3.0);
    return state_.bank.total_invested() * geometry_.c1(n) + state_.total.costs.value() + cost_of_stale();
  }

  // For tests and tools: the bank, and every round that waits for its outcome as visit(round, scale, dual).
  const Bank& bank() const { return state_.bank; }
  const Space& geometry() const { return geometry_; }
  template <class Visit>
  void for_each_open(Visit visit) const {
    state_.open.for_each([&](RoundId round, const OpenRound& r) {
      if (!r.stale)
        visit(round, r.statement.scale, std::span<const double>(r.dual.get(), geometry_.dimension()));
    });
  }

 private:
  // A recycled round keeps a payment list of this size, so that a steady state allocates nothing, and no
  // longer one.
  static constexpr std::size_t kPaymentsKept = 16;

  // Everything the outcome will need, fixed when the arm was drawn.
  struct OpenRound {
    Statement statement;
    typename Space::Draw draw{};
    typename Scale::Stamp stamp{};
    Row dual;            // theta_s
    bool stale = false;  // given up: its capital is back in the bank, only its number is left
  };
  struct Totals {
    std::uint64_t rounds = 0;       // t
    std::uint64_t outstanding = 0;  // fraktur D_t
    std::uint64_t given_up = 0;     // rounds
    Amount costs;                   // immediate costs
  };
  struct State {
    State(Scale s, Bank b, bool keeps_ages, typename Space::Point x)
        : scale(std::move(s)), bank(std::move(b)), open(keeps_ages), point(std::move(x)) {}
    Scale scale;
    Bank bank;
    OpenRounds<OpenRound> open;
    typename Space::Point point;  // x_t, where the search for the next one starts
    Totals total{};
  };

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.total.rounds ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr; }
  bool is_stale(RoundId round) const override { return is_open(round) && state_.open.find(round)->stale; }
  Result<Decision> do_ask(const Forced& forced) override;
  std::optional<Receipt> do_tell(RoundId round, double loss) override;
  std::optional<Receipt> do_drop(RoundId round) override;
  std::optional<Statement> do_statement(RoundId round) const override {
    return state_.open.find(round)->statement;
  }
  std::span<const double> do_action(RoundId round) const override {
    return geometry_.action(state_.open.find(round)->draw);
  }
  void deposit(RoundId round, OpenRound& open) {
    state_.bank.deposit(round, open.statement.scale, std::move(open.dual));
    if (open.statement.payments.capacity() > kPaymentsKept) open.statement.payments = {};
  }

  Receipt close(RoundId round, RoundState state, double cost) {
    state_.open.erase(round);
    return {round, state, cost};
  }
  std::optional<double> learn(OpenRound& open, double loss);

  // banker_agent_stale.hpp: rounds that are not heard of, and what comes before the ask.
  void abandon(RoundId round, OpenRound& open);
  std::uint64_t oldest_kept() const;
  std::optional<Error> give_up_old(const Forced& forced);
  double cost_of_stale() const;
  bool preview(typename Space::Point& x) const;
  typename Space::Point next_point() const;
  void mix(const Bank& bank, double scale, std::span<double> theta, Withdrawal& quote) const;
  bool find_point(std::span<double> theta, RoundId round, typename Space::Point& x) const;

  std::string parts() const override {
    return geometry_.name() + ' ' + std::string(state_.scale.name()) + ' ' +
           std::string(name(state_.bank.spending())) + (state_.bank.reserve() ? " reserve" : "") +
           (skip_stale_.on() ? " skip-stale" : "");
  }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;
  bool load_open_round(ByteReader& in, State& state, std::uint64_t& last) const;

  Space geometry_;
  std::optional<std::uint64_t> horizon_;
  SkipStale skip_stale_;
  State state_;
  typename Space::Point x_;  // scratch: x_t
  typename Space::Draw draw_{};
  Withdrawal quote_;
};

// Algorithm 2, lines 3 to 11.
template <Geometry Space, ScaleRule Scale>
Result<Decision> BankerAgent<Space, Scale>::do_ask(const Forced& forced) {
  auto& [scale_rule, bank, open_rounds, point, total] = state_;
  if (total.rounds == kMaxRound) return no_rounds_left();
  if (auto stopped = give_up_old(forced)) return *stopped;
  const Backlog backlog{total.rounds + 1, open_rounds.outstanding()};
  const RoundId id{backlog.round};
  const auto [scale, stamp] = scale_rule.propose(backlog);  // sigma_t
  Row dual = bank.rows().take();
  const std::span<double> theta(dual.get(), geometry_.dimension());
  mix(bank, scale, theta, quote_);  // sigma_{t,s}, b_t, theta_t
  std::optional<Error> error;
  if (!find_point(theta, id, x_)) error = no_point();                             // x_t
  else error = geometry_.draw(x_, uniforms(identity().seed, id), forced, draw_);  // A_t
  if (error) {
    bank.rows().give_back(std::move(dual));
    return *error;
  }
  OpenRound& open = open_rounds.insert(id);
  scale_rule.accept(backlog, stamp);
  bank.withdraw(quote_, theta);
  total.rounds = backlog.round;
  total.outstanding += backlog.outstanding;
  std::swap(point, x_);
  open.statement.scale = scale;
  open.statement.borrowed = quote_.borrowed.value();
  open.statement.from_pool = quote_.from_pool.value();
  open.statement.payments.assign(quote_.payments.begin(), quote_.payments.end());
  open.draw = draw_;
  open.stamp = stamp;
  open.dual = std::move(dual);
  if constexpr (CostRule<Scale>)
    scale_rule.carry(open.stamp, scale,
                     geometry_.appraise(point, scale, scale_rule.losses(stamp, scale), open.draw));
  return geometry_.decision(id, draw_);
}

// Algorithm 2, lines 12 to 14. A skipped round keeps its dual: z_s = x_s, and its saving can be spent
// (erratum E2). It is skipped by the scale rule, or because its estimate is beyond the arithmetic. A stale round
// changes nothing any more.
template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_tell(RoundId round, double loss) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr) return std::nullopt;
  if (open->stale) return close(round, RoundState::kStale, 0);
  std::optional<double> cost;
  if (const auto learned = state_.scale.tell(open->stamp, open->statement.scale, loss))
    cost = learn(*open, *learned);
  deposit(round, *open);
  return close(round, cost ? RoundState::kSettled : RoundState::kSkipped, cost.value_or(0));
}

// theta_s - l~_s / sigma_s, and what it costs.
template <Geometry Space, ScaleRule Scale>
std::optional<double> BankerAgent<Space, Scale>::learn(OpenRound& open, double loss) {
  const double scale = open.statement.scale;
  if constexpr (CostRule<Scale>)
    state_.scale.settle(open.stamp, scale, geometry_.price(open.draw, scale, loss));
  const std::span<double> theta(open.dual.get(), geometry_.dimension());
  const auto cost = geometry_.charge(open.draw, scale, loss, theta);
  if (cost) state_.total.costs += Amount(*cost);
  return cost;
}

}  // namespace banker

#include "banker/agent/banker_agent_stale.hpp"
#include "banker/agent/banker_agent_state.hpp"
