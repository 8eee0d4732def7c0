#include <algorithm>
#include <bit>
#include <utility>

#include "../core/text.hpp"
#include "bandit.hpp"
#include "banker/agent/catalog.hpp"

// How a bandit comes back: a checkpoint, and the events after it. The agent is not told what the journal says it decided: it
// decides again, and must come to the same, to the last bit.
namespace banker::service {

namespace {

template <class... Parts>
Error damaged(const Parts&... parts) {
  return {ErrorCode::kDamaged, concat(parts...)};
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(std::optional<double> a, std::optional<double> b) {
  return a && b ? same_bits(*a, *b) : a.has_value() == b.has_value();
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return same_bits(x, y); });
}
bool same_bits(const Decision& a, const Decision& b) {
  return a.round == b.round && a.arm == b.arm && same_bits(a.probability, b.probability) &&
         a.direction == b.direction && a.sign == b.sign;
}
bool same_bits(const Statement& a, const Statement& b) {
  const auto same = [](const Payment& x, const Payment& y) {
    return x.round == y.round && same_bits(x.amount, y.amount);
  };
  return same_bits(a.scale, b.scale) && same_bits(a.borrowed, b.borrowed) &&
         same_bits(a.from_pool, b.from_pool) &&
         std::equal(a.payments.begin(), a.payments.end(), b.payments.begin(), b.payments.end(), same);
}
bool same_bits(const std::optional<Statement>& a, const std::optional<Statement>& b) {
  return a && b ? same_bits(*a, *b) : a.has_value() == b.has_value();
}

// The agent that a bandit was made with, by that rule or a newer one.
bool is_same(const Identity& made, const Identity& now) {
  if (made.rule == now.rule) return made.spec == now.spec;
  return made.rule < now.rule && made.name == now.name && made.seed == now.seed && made.arms == now.arms &&
         made.arm_names == now.arm_names && made.dimension == now.dimension;
}

}  // namespace

Result<std::unique_ptr<Bandit>> Bandit::recover(store::BanditRow row, store::Journal& journal) {
  const auto of_bandit = [name = row.name](const Error& error) {
    return Error{error.code, concat("bandit ", name, ": ", error.message)};
  };
  const std::int64_t id = row.id;
  const std::string spec = row.spec;
  auto bandit = make(std::move(row));
  if (!bandit) return of_bandit(damaged("it cannot be made again: ", bandit.error().message));
  if ((*bandit)->row_.spec != spec)
    return of_bandit(damaged("this build reads its spec as ", (*bandit)->row_.spec, ", recorded is ", spec));
  const auto checkpoint = journal.checkpoint(id);
  if (!checkpoint) return of_bandit(checkpoint.error());
  if (*checkpoint)
    if (auto error = (*bandit)->restore(**checkpoint)) return of_bandit(*error);
  const auto play = [&](const store::Event& event) { return (*bandit)->play(event); };
  if (auto error = journal.tail(id, *checkpoint ? &**checkpoint : nullptr, play)) return of_bandit(*error);
  if (auto error = (*bandit)->restore_moment(journal)) return of_bandit(*error);
  return bandit;
}

store::MaybeError Bandit::restore(const store::Checkpoint& checkpoint) {
  auto agent = load_agent(checkpoint.agent);
  if (!agent) return damaged("its checkpoint: ", agent.error().message);
  const std::uint64_t made_with = who_->rule;
  if (!is_same(*who_, (*agent)->identity()))
    return damaged("its checkpoint is of ", (*agent)->spec(), ", and the bandit was made as ", row_.spec);
  take(*std::move(agent));
  seq_ = checkpoint_seq_ = checkpoint.seq;
  checkpoint_bytes_ = store::size_of(checkpoint);
  tally_ = checkpoint.tally;
  const std::size_t arms = ledger_.arms.size();
  ledger_ = checkpoint.ledger;
  bool known = ledger_.arms.size() == arms && ledger_.all.asked == agent_->rounds();
  for (const store::OpenRound& open : checkpoint.open) {
    open_.emplace_hint(open_.end(), open.round, Open{open.asked_at, open.arm});
    ages_.add(open.asked_at);
    known = known && (arms == 0 || open.arm < arms);
  }
  if (!known) return damaged("its checkpoint counts other arms or rounds than there are");
  const std::uint64_t closed = tally_.closed(), upgrades = seq_ - agent_->rounds() - closed;
  if (closed + open_.size() != agent_->rounds() || upgrades > who_->rule - made_with)
    return damaged("its checkpoint does not add up: ", agent_->rounds(), " rounds, ", open_.size(),
                   " of them open, ", closed, " closed, ", seq_, " events");
  return std::nullopt;
}

// A damaged one is only to be looked at: its number is enough to go on with.
store::MaybeError Bandit::restore_moment(store::Journal& journal) {
  const auto moment = journal.last_moment(row_.id);
  if (!moment && moment.error().code != ErrorCode::kDamaged) return moment.error();
  if (!moment) {
    const auto number = journal.last_moment_number(row_.id);
    if (!number) return number.error();
    moment_.number = *number;
    return std::nullopt;
  }
  if (!*moment) return std::nullopt;
  if ((*moment)->seq > seq_)
    return damaged("moment ", (*moment)->number, " is of event ", (*moment)->seq, ", and the last one is ",
                   seq_);
  remember(**moment);
  return std::nullopt;
}

store::MaybeError Bandit::play(const store::Event& event) {
  if (store::seq_of(event) != seq_ + 1)
    return damaged("event ", seq_ + 1, " is missing: the next one recorded is ", store::seq_of(event));
  if (auto error = std::visit([&](const auto& row) { return play(row); }, event)) return error;
  ++seq_;
  return std::nullopt;
}

store::MaybeError Bandit::play(const store::DecisionRow& row) {
  const auto decision = agent_->ask();
  if (!decision) return damaged("event ", row.seq, " cannot be repeated: ", decision.error().message);
  const store::DecisionRow again = row_of(*decision, row.id, row.at);
  const Decision &was = row.decision, &is = again.decision;
  if (!same_bits(was, is) || !same_bits(row.action, again.action) ||
      !same_bits(row.statement, again.statement)) {
    return damaged("event ", row.seq, ": recorded is round ", was.round, " with arm ", was.arm,
                   " and probability ", was.probability, ", computed is round ", is.round, " with arm ",
                   is.arm, " and probability ", is.probability,
                   ", or they differ in what was paid or played; was it written by another version?");
  }
  open(row);
  return std::nullopt;
}

store::MaybeError Bandit::play(const store::OutcomeRow& row) {
  const auto receipt = [&]() -> Result<Receipt> {
    if (!row.value) return agent_->drop(row.round);
    return row.cause == store::Cause::kReward ? agent_->tell_reward(row.round, *row.value)
                                              : agent_->tell(row.round, *row.value);
  }();
  if (!receipt) return damaged("event ", row.seq, " cannot be repeated: ", receipt.error().message);
  if (receipt->state != row.state || !same_bits(receipt->immediate_cost, row.immediate_cost))
    return damaged("event ", row.seq, ": round ", row.round, " is recorded as ", name(row.state),
                   ", computed as ", name(receipt->state),
                   " or at another cost; was it written by another version?");
  if (!is_open(row.round))
    return damaged("event ", row.seq, " closes round ", row.round, ", which its checkpoint has not as open");
  close(row);
  return std::nullopt;
}

store::MaybeError Bandit::play(const store::UpgradeRow& row) {
  auto agent = agent_->upgraded(row.rule);
  if (!agent) return damaged("event ", row.seq, " cannot be repeated: ", agent.error().message);
  take(*std::move(agent));
  return std::nullopt;
}

// ---- Checkpoints

store::Checkpoint Bandit::checkpoint(Time now) const {
  store::Checkpoint checkpoint{
      .seq = seq_, .at = now, .agent = agent_->save(), .open = {}, .tally = tally_, .ledger = ledger_};
  checkpoint.open.reserve(open_.size() + lapsed_.size());
  for (const OpenBook* book : {&lapsed_, &open_})
    for (const auto& [round, open] : *book) checkpoint.open.push_back({round, open.asked_at, open.arm});
  std::sort(checkpoint.open.begin(), checkpoint.open.end(),
            [](const auto& a, const auto& b) { return a.round < b.round; });
  return checkpoint;
}

void Bandit::add_checkpoint(Transaction& journal) {
  if (seq_ == checkpoint_seq_ || (too_large_ && !wants_checkpoint(0))) return;
  const auto most =
      journal.find([](store::Journal& j) { return Result(std::optional(j.largest_checkpoint())); });
  if (!most) return;
  const store::Checkpoint now = checkpoint(journal.now());
  const std::size_t size = store::size_of(now);
  // One that is too large took long to make, for nothing: the next is tried after twice as many events.
  const std::size_t before = std::exchange(too_large_, size > *most) ? checkpoint_bytes_ : 0;
  checkpoint_bytes_ = too_large_ ? std::max(size, 2 * before) : size;
  checkpoint_seq_ = seq_;
  if (!too_large_) journal.add(row_.id, now);
}

// A checkpoint costs its bytes, which are little beside the rows of the events that it saves from being replayed.
bool Bandit::wants_checkpoint(std::uint64_t least) const {
  return seq_ - checkpoint_seq_ >= std::max<std::uint64_t>(least, checkpoint_bytes_ / 64);
}

}  // namespace banker::service
