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
               skip_stale_.on(), geometry_.default_action()) {}

  std::vector<double> probabilities() const override { return geometry_.probabilities(next_point()); }
  std::vector<double> point() const override {
    std::vector<double> x;
    geometry_.coordinates(next_point(), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { geometry_.coordinates(state_.point(), x); }
  std::size_t outstanding() const override { return state_.open.outstanding(); }
  std::uint64_t rounds() const override { return state_.total.rounds; }
  std::optional<double> total_invested() const override { return state_.bank.total_invested(); }
  std::optional<double> certificate() const override {
    const double n =
        horizon_ ? static_cast<double>(*horizon_) : std::max(static_cast<double>(state_.total.rounds), 3.0);
    return state_.bank.total_invested() * geometry_.c1(n) + state_.total.costs.value() + cost_of_stale();
  }

  // For tests and tools: the bank, every saving as visit(round, amount, dual), the pool as RoundId{0}; and every round
  // that waits for its outcome as visit(round, scale, dual).
  const Bank& bank() const { return state_.bank; }
  const Space& geometry() const { return geometry_; }
  template <class Visit>
  void for_each_saving(Visit visit) const;
  template <class Visit>
  void for_each_open(Visit visit) const {
    state_.open.for_each([&](RoundId round, const OpenRound& r) { visit(round, r.scale, dual(r.row)); });
  }

 private:
  // Everything the outcome will need, fixed when the arm was drawn.
  struct OpenRound {
    double scale = 0;     // sigma_s
    double borrowed = 0;  // b_s
    typename Space::Draw draw{};
    typename Scale::Stamp stamp{};
    Row row{};  // theta_s
  };
  struct Totals {
    std::uint64_t rounds = 0;       // t
    std::uint64_t outstanding = 0;  // O_t, if rounds are given up
    std::uint64_t given_up = 0;
    Amount costs{};  // sum of immediate costs
  };
  struct State {
    State(Scale s, Bank b, bool keeps_ages, typename Space::Point x)
        : scale(std::move(s)), bank(std::move(b)), open(keeps_ages), points{x, x} {}
    const typename Space::Point& point() const { return points[now]; }
    Scale scale;
    Bank bank;
    OpenRounds<OpenRound> open;
    typename Space::Point points[2];  // x_t, where the search for the next one starts; and room for that
    unsigned now = 0;
    Totals total{};
  };

  bool pooled() const { return state_.bank.spending() == Spending::kProportional; }
  std::span<double> dual(const Row& row) const { return {row.get(), geometry_.dimension()}; }
  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.total.rounds ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr || is_stale(round); }
  bool is_stale(RoundId round) const override { return state_.open.is_stale(round); }
  bool calls_own() const override { return FallibleRule<Scale>; }
  Result<Decision> do_ask(const Forced& forced) override;
  std::optional<Receipt> do_tell(RoundId round, double loss) override;
  std::optional<Receipt> do_drop(RoundId round) override;
  std::optional<Statement> do_statement(RoundId round) const override;
  std::span<const double> do_action(RoundId round) const override {
    return geometry_.action(state_.open.find(round)->draw);
  }
  Receipt close(RoundId round, RoundState state, double cost) {
    state_.open.erase(round);
    return {round, state, cost};
  }
  std::optional<double> learn(RoundId round, OpenRound& open, double loss);
  void open_round(RoundId round, const typename Scale::Stamp& stamp);

  static constexpr bool can_propose(double scale) { return !FallibleRule<Scale> || is_scale(scale); }

  // How the round is paid, and theta_t.
  void quote(const Bank& bank, double scale, RowStore& rows, Withdrawal& out) const;
  bool find_point(Withdrawal& quote, RoundId round, typename Space::Point& x) const;

  // banker_agent_stale.hpp: rounds that are not heard of, and what comes before the ask.
  void abandon(RoundId round, OpenRound& open);
  std::uint64_t oldest_kept() const;
  std::optional<Error> give_up_old(const Forced& forced);
  double cost_of_stale() const;
  std::optional<Error> preview(typename Space::Point& x) const;
  typename Space::Point next_point() const;

  std::string parts() const override {
    std::string text = geometry_.name();
    text.append(1, ' ').append(state_.scale.name());
    text.append(1, ' ').append(name(state_.bank.spending()));
    if (state_.bank.reserve()) text.append(" reserve");
    if (skip_stale_.on()) text.append(" skip-stale");
    return text;
  }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;
  bool load_open_round(RowReader& in, State& state, std::uint64_t& last) const;
  bool consistent(const State& state) const;

  Space geometry_;
  std::optional<std::uint64_t> horizon_;
  SkipStale skip_stale_;
  State state_;
  typename Space::Draw draw_{};  // scratch
  Withdrawal quote_;             // scratch
};

// Algorithm 2, lines 3 to 11.
template <Geometry Space, ScaleRule Scale>
Result<Decision> BankerAgent<Space, Scale>::do_ask(const Forced& forced) {
  auto& [scale_rule, bank, open_rounds, points, now, total] = state_;
  if (total.rounds == kMaxRound) return no_rounds_left();
  if (auto stopped = give_up_old(forced)) return *stopped;
  const Backlog backlog{total.rounds + 1, open_rounds.outstanding()};
  const RoundId id{backlog.round};
  const auto [scale, stamp] = scale_rule.propose(backlog);  // sigma_t
  if (!can_propose(scale)) return no_scale(scale_rule.name(), scale);
  quote(bank, scale, bank.rows(), quote_);  // sigma_{t,s}, b_t, theta_t
  const unsigned next = Explores<Space> || !quote_.known ? 1 - now : now;
  std::optional<Error> error;
  if (next != now && !find_point(quote_, id, points[next])) error = no_point();                 // x_t
  else error = geometry_.draw(points[next], draws<Space>(identity().seed, id), forced, draw_);  // A_t
  if (error) {
    bank.rows().give_back(std::move(quote_.theta));
    return *error;
  }
  now = next;
  scale_rule.accept(backlog, stamp);
  bank.withdraw(quote_);
  total.rounds = backlog.round;
  total.outstanding += backlog.outstanding;
  open_round(id, stamp);
  return geometry_.decision(id, draw_);
}

template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::open_round(RoundId round, const typename Scale::Stamp& stamp) {
  OpenRound& open = state_.open.insert(round);
  open.scale = quote_.scale;
  open.borrowed = quote_.borrowed.value();
  open.draw = draw_;
  open.stamp = stamp;
  open.row = std::move(quote_.theta);
  if constexpr (Dense<Space>) {
    if (open.row.shared()) {  // the outcome will change the row: it must be the round's alone
      const Row mean = std::exchange(open.row, state_.bank.rows().take());
      std::copy_n(mean.get(), geometry_.dimension(), open.row.get());
    }
  }
  if (!pooled()) std::swap(open.row.notes().payments, quote_.payments);
  if constexpr (CostRule<Scale>) {
    const LossSpan losses = state_.scale.losses(stamp, open.scale);
    const Price worst = geometry_.appraise(state_.point(), open.scale, losses, open.row.notes(), open.draw);
    state_.scale.carry(open.stamp, open.scale, worst);
  }
}

// Algorithm 2, lines 12 to 14. A skipped round keeps its dual: z_s = x_s, and its saving can be spent
// (erratum E2). It is skipped by the scale rule, or because its estimate is beyond the arithmetic. A stale round
// changes nothing any more.
template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_tell(RoundId round, double loss) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr)
    return is_stale(round) ? std::optional(close(round, RoundState::kStale, 0)) : std::nullopt;
  const auto learned = state_.scale.tell(open->stamp, open->scale, loss);
  const auto cost = learned ? learn(round, *open, *learned) : std::nullopt;
  if (!cost) state_.bank.deposit(round, open->scale, std::move(open->row));
  return close(round, cost ? RoundState::kSettled : RoundState::kSkipped, cost.value_or(0));
}

// Deposits sigma_s with the dual theta_s - l~_s / sigma_s, and returns what it costs; nothing, and nothing changed, if
// that is beyond the arithmetic.
template <Geometry Space, ScaleRule Scale>
std::optional<double> BankerAgent<Space, Scale>::learn(RoundId round, OpenRound& open, double loss) {
  std::optional<double> cost;
  if constexpr (Sparse<Space>) {
    const auto [fall, price] = geometry_.estimate(open.draw, open.scale, loss, open.row.notes());
    if constexpr (CostRule<Scale>) state_.scale.settle(open.stamp, open.scale, price);
    cost = price.certified;
    state_.bank.deposit({round, open.scale, std::move(open.row), fall});
  } else {
    cost = geometry_.charge(open.draw, open.scale, loss, dual(open.row));
    if (!cost) return cost;
    state_.bank.deposit(round, open.scale, std::move(open.row));
  }
  state_.total.costs += Amount(*cost);
  return cost;
}

// sigma_{t,s}, b_t, and theta_t: the mix of the duals that pay, and of the default action for what is borrowed.
template <Geometry Space, ScaleRule Scale>
void BankerAgent<Space, Scale>::quote(const Bank& bank, double scale, RowStore& rows, Withdrawal& out) const {
  if constexpr (Sparse<Space>) bank.quote(scale, rows, out, Mixer<Space>{geometry_, state_.point()});
  else bank.quote(scale, rows, out);
  out.hint.any =
      out.hint.any && (number(out.hint.round) == 0 || number(out.hint.round) == state_.total.rounds);
  if constexpr (Dense<Space>) out.known = false;  // the search ends elsewhere, in the last bits, after a load
}

// x = mirror(theta), and what is explored beside it.
template <Geometry Space, ScaleRule Scale>
bool BankerAgent<Space, Scale>::find_point(Withdrawal& quote, [[maybe_unused]] RoundId round,
                                           typename Space::Point& x) const {
  quote.hint.scale = quote.scale;
  if (quote.known) x = state_.point();
  else if (!geometry_.mirror(quote.top, dual(quote.theta), state_.point(), quote.hint, x)) return false;
  if constexpr (Explores<Space>) geometry_.explore(round, x);
  return true;
}

}  // namespace banker

#include "banker/agent/banker_agent_stale.hpp"
#include "banker/agent/banker_agent_state.hpp"
