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
#include "banker/agent/geometry.hpp"
#include "banker/bank/bank.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/random.hpp"
#include "banker/core/round_table.hpp"
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
// are spent is an option of all of them.
template <Geometry Space, ScaleRule Scale>
class BankerAgent final : public Agent {
 public:
  BankerAgent(Identity identity, Space geometry, Scale scale, Spending spending,
              std::optional<std::uint64_t> horizon = {})
      : Agent(std::move(identity)),
        geometry_(std::move(geometry)),
        horizon_(horizon),
        state_(std::move(scale), Bank(spending, geometry_.dimension()), geometry_.default_action()),
        x_(state_.point) {}

  std::vector<double> probabilities() const override { return geometry_.probabilities(next_point()); }
  std::vector<double> point() const override {
    std::vector<double> x;
    geometry_.coordinates(next_point(), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { geometry_.coordinates(state_.point, x); }
  std::size_t outstanding() const override { return state_.open.size(); }
  std::uint64_t rounds() const override { return state_.round; }
  std::optional<double> total_invested() const override { return state_.bank.total_invested(); }
  std::optional<double> certificate() const override {
    const double n =
        horizon_ ? static_cast<double>(*horizon_) : std::max(static_cast<double>(state_.round), 3.0);
    return state_.bank.total_invested() * geometry_.c1(n) + state_.costs.value();
  }

  // For tests and tools: the bank, and every open round as visit(round, scale, dual).
  const Bank& bank() const { return state_.bank; }
  const Space& geometry() const { return geometry_; }
  template <class Visit>
  void for_each_open(Visit visit) const {
    state_.open.for_each([&](RoundId round, const OpenRound& r) {
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
    Row dual;  // theta_s
  };
  struct State {
    State(Scale s, Bank b, typename Space::Point x)
        : scale(std::move(s)), bank(std::move(b)), point(std::move(x)) {}
    Scale scale;
    Bank bank;
    RoundTable<OpenRound> open;
    std::uint64_t round = 0;      // t
    Amount costs;                 // sum of immediate costs
    typename Space::Point point;  // x_t, where the search for the next one starts
  };

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.round ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr; }
  Result<Decision> do_ask(const Forced& forced) override;
  std::optional<Receipt> do_tell(RoundId round, double loss) override;
  std::optional<Receipt> do_drop(RoundId round) override;
  std::optional<Statement> do_statement(RoundId round) const override {
    const OpenRound* open = state_.open.find(round);
    return open ? std::optional(open->statement) : std::nullopt;
  }
  std::span<const double> do_action(RoundId round) const override {
    return geometry_.action(state_.open.find(round)->draw);
  }
  typename Space::Point next_point() const;
  void deposit(RoundId round, OpenRound& open) {
    state_.bank.deposit(round, open.statement.scale, std::move(open.dual));
    if (open.statement.payments.capacity() > kPaymentsKept) open.statement.payments = {};
    state_.open.erase(round);
  }

  std::string parts() const override {
    return geometry_.name() + ' ' + std::string(state_.scale.name()) + ' ' +
           std::string(name(state_.bank.spending()));
  }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;
  bool load_open_round(ByteReader& in, State& state) const;

  Space geometry_;
  std::optional<std::uint64_t> horizon_;
  State state_;
  typename Space::Point x_;  // scratch: x_t
  typename Space::Draw draw_{};
  Withdrawal quote_;
};

// Algorithm 2, lines 3 to 11.
template <Geometry Space, ScaleRule Scale>
Result<Decision> BankerAgent<Space, Scale>::do_ask(const Forced& forced) {
  auto& [scale_rule, bank, open_rounds, round, costs, point] = state_;
  if (round == kMaxRound) return no_rounds_left();
  const Backlog backlog{round + 1, open_rounds.size()};
  const RoundId id{backlog.round};
  const auto [scale, stamp] = scale_rule.propose(backlog);  // sigma_t
  Row dual = bank.rows().take();
  const std::span<double> theta(dual.get(), geometry_.dimension());
  bank.quote(scale, theta, quote_);  // sigma_{t,s}, b_t, theta_t
  std::optional<Error> error;
  if (!geometry_.mirror(theta, point, x_)) error = no_point();                    // x_t
  else error = geometry_.draw(x_, uniforms(identity().seed, id), forced, draw_);  // A_t
  if (error) {
    bank.rows().give_back(std::move(dual));
    return *error;
  }
  OpenRound& open = open_rounds.insert(id);
  scale_rule.accept(backlog, stamp);
  bank.withdraw(quote_);
  round = backlog.round;
  std::swap(point, x_);
  open.statement.scale = scale;
  open.statement.borrowed = quote_.borrowed.value();
  open.statement.from_pool = quote_.from_pool.value();
  open.statement.payments.assign(quote_.payments.begin(), quote_.payments.end());
  open.draw = draw_;
  open.stamp = stamp;
  open.dual = std::move(dual);
  return geometry_.decision(id, draw_);
}

// Algorithm 2, lines 12 to 14. A skipped round keeps its dual: z_s = x_s, and its saving can be spent
// (erratum E2). It is skipped by the scale rule, or because its estimate is beyond the arithmetic.
template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_tell(RoundId round, double loss) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr) return std::nullopt;
  Receipt receipt{round, RoundState::kSkipped, 0.0};
  if (state_.scale.tell(open->stamp, open->statement.scale, loss)) {
    const std::span<double> theta(open->dual.get(), geometry_.dimension());
    if (const auto cost = geometry_.charge(open->draw, open->statement.scale, loss, theta)) {
      state_.costs += Amount(*cost);
      receipt = {round, RoundState::kSettled, *cost};
    }
  }
  deposit(round, *open);
  return receipt;
}

template <Geometry Space, ScaleRule Scale>
std::optional<Receipt> BankerAgent<Space, Scale>::do_drop(RoundId round) {
  OpenRound* open = state_.open.find(round);
  if (open == nullptr) return std::nullopt;
  state_.scale.drop(open->stamp);
  deposit(round, *open);
  return Receipt{round, RoundState::kDropped, 0.0};
}

template <Geometry Space, ScaleRule Scale>
typename Space::Point BankerAgent<Space, Scale>::next_point() const {
  std::vector<double> theta(geometry_.dimension());
  typename Space::Point x = state_.point;
  Withdrawal quote;
  state_.bank.quote(state_.scale.propose({state_.round + 1, state_.open.size()}).scale, theta, quote);
  return geometry_.mirror(theta, state_.point, x) ? x : state_.point;
}

}  // namespace banker

#include "banker/agent/banker_agent_state.hpp"
