#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banker/agent/identity.hpp"
#include "banker/bank/withdrawal.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/ids.hpp"
#include "banker/core/result.hpp"

namespace banker {

// What to play now. Keep the round: the outcome is told by it.
//
// Linear agents play action(round), a point of their body: x_t moved by one of n directions, forwards or
// backwards; the probability is that of the direction and the sign. If they have a list of actions, `arm` is
// the place of the action in it, and the probability that of this action.
struct Decision {
  RoundId round;
  std::size_t arm;
  double probability;         // when it was drawn; never 0
  std::size_t direction = 0;  // linear agents
  int sign = 0;               // linear agents: 1 or -1
};

// What the caller decides in place of the draw; the rest is drawn as ever. A listed action without a direction
// and a sign is taken for one drawn from probabilities().
struct Forced {
  std::optional<std::size_t> arm;        // or the place in the list of actions
  std::optional<std::size_t> direction;  // linear agents
  std::optional<int> sign;               // linear agents: 1 or -1
};

enum class RoundState : std::uint8_t {
  kOpen,     ///< asked, not yet told
  kSettled,  ///< told, and learned from
  kSkipped,  ///< told, its estimate set to 0: by the scale rule, or because it leads beyond the arithmetic
  kStale,    ///< given up by the agent before it was told
  kDropped,  ///< its outcome will never come
};
std::string_view name(RoundState state);  // "open", "settled", ...

struct Receipt {
  RoundId round;
  RoundState state;
  // sigma D(x, z~), or its certified bound; 0 if skipped or dropped; none without a bank.
  std::optional<double> immediate_cost;
};

// How an open round was paid: scale = borrowed + from_pool + the sum of payments. Where more was borrowed than the
// scale, to fill a reserve, from_pool is negative: the pool grew.
struct Statement {
  double scale = 0;
  double borrowed = 0;
  double from_pool = 0;
  std::vector<Payment> payments;
};

struct Outcome {
  enum class Kind : std::uint8_t { kLoss, kReward };
  RoundId round;
  double value;
  Kind kind = Kind::kLoss;
};

// The contract of every agent: ask for decisions, tell their outcomes in any order, after any delay, any
// number open. Errors leave the agent as it was. Not thread safe; two agents share nothing. Running out of
// memory throws std::bad_alloc; go on from a snapshot then.
class Agent {
 public:
  virtual ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  // The next decision. Its draw is a pure function of (seed, round).
  Result<Decision> ask();
  // The next decision, chosen by the caller: the same state as if it had been drawn.
  Result<Decision> ask(const Forced& forced);
  Result<Decision> ask_arm(std::size_t arm) { return ask({.arm = arm, .direction = {}, .sign = {}}); }
  // n decisions, as n calls of ask(); all of them or none.
  static constexpr std::size_t kMostAtOnce = 100'000'000;
  Result<std::vector<Decision>> ask_many(std::size_t n);

  // The outcome of a round.
  Result<Receipt> tell(RoundId round, double loss);
  Result<Receipt> tell_reward(RoundId round, double reward);
  // Many outcomes, as calls of tell() in this order; all of them or none.
  Result<std::vector<Receipt>> tell_many(std::span<const Outcome> outcomes);
  // The outcome will never come: the round counts as estimate 0, in `banker` as loss 0. Costs at most its loss where
  // losses are non-negative; for signed losses it is sound only if dropping does not depend on the arm or its loss.
  Result<Receipt> drop(RoundId round);
  Result<std::vector<Receipt>> drop_many(std::span<const RoundId> rounds);  // all of them or none

  // The action of an open round of a linear agent.
  Result<std::vector<double>> action(RoundId round) const;

  // The distribution the next ask() draws from: of the arms, or of the listed actions; empty on a body.
  virtual std::vector<double> probabilities() const = 0;
  // x_t of the next ask(): the probabilities, or the point of the body that its action is drawn around.
  virtual std::vector<double> point() const { return probabilities(); }
  // x_t of the last ask() of this object: what its arm was drawn from, or its action around.
  virtual void last_point(std::vector<double>& x) const = 0;
  virtual std::size_t outstanding() const = 0;                                   // open rounds
  virtual std::uint64_t rounds() const = 0;                                      // rounds asked so far
  virtual std::optional<double> total_invested() const { return std::nullopt; }  // B_t
  // B_t C1 + the sum of immediate costs: bounds the estimated regret of the told rounds on this path; and one for
  // every stale round (linear: two), which costs no more. For losses in [0,1],
  // expected regret <= E[certificate] + E[open + dropped + skipped], plus t/n for the log-barrier, whose comparators
  // are moved by 1/n; open rounds of `banker` count 7/3. Bodies: docs/linear.md. None without a bank.
  virtual std::optional<double> certificate() const { return std::nullopt; }
  // What paid for an open round. Closed rounds keep none.
  Result<Statement> statement(RoundId round) const;

  // A snapshot from which load() and load_agent() continue bit by bit.
  std::string save() const;
  // Returns nothing when done, so `if (auto error = agent->load(bytes))` is the failure. The agent is then as
  // it was: the snapshot is damaged, or not of this agent's spec.
  std::optional<Error> load(std::string_view snapshot);

  // An agent with the same past that goes on by a newer rule (docs/upgrading.md): what it would draw now is the same to 1e-9, its
  // open rounds can be told. This one stays as it is.
  Result<std::unique_ptr<Agent>> upgraded(std::uint64_t rule) const;

  const Identity& identity() const { return identity_; }
  const std::string& spec() const { return identity_.spec; }
  std::size_t arms() const { return identity_.arms; }            // or listed actions; 0 on a body
  std::size_t dimension() const { return identity_.dimension; }  // of an action; 0: the agent plays arms
  // The name of an arm; its number where the spec gives none. REQUIRES: arm < arms().
  std::string arm_name(std::size_t arm) const {
    return identity_.arm_names.empty() ? std::to_string(arm) : identity_.arm_names[arm];
  }
  // The arm, or the place of the listed action, of this name.
  Result<std::size_t> find_arm(std::string_view name) const;

 protected:
  explicit Agent(Identity identity) : identity_(std::move(identity)) {}
  static Error no_rounds_left();
  static Error no_point();
  static Error no_scale(std::string_view rule, double scale);

 private:
  virtual Result<Decision> do_ask(const Forced& forced) = 0;
  // Whether `n` asks in a row would succeed.
  virtual std::optional<Error> check_ask(std::size_t n) const = 0;
  // The loss is checked and mapped. Nothing: the round is not open, and nothing changed.
  virtual std::optional<Receipt> do_tell(RoundId round, double loss) = 0;
  virtual std::optional<Receipt> do_drop(RoundId round) = 0;
  // Whether asks, tells and drops call code of the user's own, which may fail where ours does not.
  virtual bool calls_own() const { return false; }
  virtual bool is_open(RoundId round) const = 0;  // or stale
  virtual bool is_stale(RoundId) const { return false; }
  // REQUIRES: the round is open and not stale. Nothing: the agent has no bank.
  virtual std::optional<Statement> do_statement(RoundId) const { return std::nullopt; }
  // REQUIRES: the round is open and not stale. Empty: the agent plays arms.
  virtual std::span<const double> do_action(RoundId) const { return {}; }

  // The names of the parts, as "regularizer scale spending".
  virtual std::string parts() const = 0;
  virtual void save_state(ByteWriter& out) const = 0;
  // False: the bytes are not a state of this agent, and nothing changed.
  virtual bool load_state(ByteReader& in) = 0;

  // The same past by the next rule; null: it cannot be.
  virtual std::unique_ptr<Agent> do_upgrade() const { return nullptr; }

  Error not_open(RoundId round) const;
  // Whether one of many rounds is not open, or is there twice.
  std::optional<Error> check_open(std::vector<RoundId> rounds, std::string_view done) const;

  Identity identity_;
};

}  // namespace banker
