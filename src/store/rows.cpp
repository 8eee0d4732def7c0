#include "rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "../core/text.hpp"
#include "number_text.hpp"
#include "packed.hpp"
#include "row.hpp"

namespace banker::store {

namespace {

constexpr std::array<std::string_view, 4> kCauses{"loss", "reward", "drop", "expiry"};
constexpr std::array kStates{RoundState::kSettled, RoundState::kSkipped, RoundState::kStale,
                             RoundState::kDropped};

Error wrong(Query& query, std::string_view table, std::int64_t bandit, std::string_view which) {
  return query.database().damaged(
      concat("a row of ", table, ", bandit ", bandit, which, ", is not what was written"));
}

// A change as a line of a log has it.
constexpr std::string_view kUpgrade = R"({"upgrade":{"rule":)";

bool read_upgrade(std::string_view change, std::uint64_t& rule) {
  if (!change.starts_with(kUpgrade) || !change.ends_with("}}")) return false;
  change.remove_prefix(kUpgrade.size());
  change.remove_suffix(2);
  const auto [end, error] = std::from_chars(change.data(), change.data() + change.size(), rule);
  return error == std::errc() && end == change.data() + change.size();
}

std::string of_round(RoundId round) { return concat(", round ", round); }

// Columns of a tally, in their order.
template <class T>
auto columns_of(T& tally) {
  return std::array{&tally.settled, &tally.skipped, &tally.stale, &tally.dropped, &tally.expired};
}

}  // namespace

std::uint64_t rounds_at(const Checkpoint& checkpoint) {
  return checkpoint.tally.closed() + checkpoint.open.size();
}

MaybeError write(Query& query, const BanditRow& bandit, std::optional<Time> removed_at) {
  RowWriter out(query, "bandits");
  out.integer(bandit.id).text(bandit.name).text(bandit.spec).text(bandit.terms).integer(bandit.created_at);
  return out.integer(bandit.paused_at).integer(removed_at).run();
}

MaybeError write(Query& query, std::int64_t bandit, const DecisionRow& row) {
  const Decision& d = row.decision;
  std::string action, payments;
  RowWriter out(query, "decisions");
  out.integer(bandit).integer(as_integer(number(d.round))).integer(as_integer(row.seq)).integer(row.at);
  out.integer(as_integer(d.arm)).number(d.probability);
  if (d.sign != 0 || d.direction != 0) out.integer(as_integer(d.direction)).integer(d.sign);
  else out.null().null();
  row.action.empty() ? out.null() : out.text(action = write_numbers(row.action));
  row.id.empty() ? out.null() : out.text(row.id);
  if (!row.statement) return out.null().null().null().null().run();
  const banker::Statement& s = *row.statement;
  out.number(s.scale).number(s.borrowed).number(s.from_pool);
  s.payments.empty() ? out.null() : out.text(payments = write_payments(s.payments));
  return out.run();
}

MaybeError write(Query& query, std::int64_t bandit, const OutcomeRow& row) {
  RowWriter out(query, "outcomes");
  out.integer(bandit).integer(as_integer(number(row.round))).integer(as_integer(row.seq)).integer(row.at);
  out.text(kCauses[static_cast<std::size_t>(row.cause)]).number(row.value);
  return out.text(name(row.state)).number(row.immediate_cost).run();
}

MaybeError write(Query& query, std::int64_t bandit, const UpgradeRow& row) {
  const std::string change = concat(kUpgrade, row.rule, "}}");
  RowWriter out(query, "changes");
  return out.integer(bandit).integer(as_integer(row.seq)).integer(row.at).text(change).run();
}

MaybeError write(Query& query, std::int64_t bandit, std::string_view kind, const Checkpoint& row) {
  const std::string open = write_open(row.open), ledger = write_ledger(row.ledger);
  RowWriter out(query, "checkpoints");
  out.integer(bandit).text(kind).integer(as_integer(row.seq)).integer(row.at).blob(row.agent).blob(open);
  for (const std::uint64_t* n : columns_of(row.tally)) out.count(*n);
  return out.blob(ledger).run();
}

MaybeError write(Query& query, std::int64_t bandit, const Moment& row) {
  std::string arms;
  RowWriter out(query, "moments");
  out.integer(bandit).count(row.number).integer(row.at).count(row.seq).count(row.rounds).count(row.open);
  for (const std::uint64_t* n : columns_of(row.tally)) out.count(*n);
  out.count(row.all.told).number(row.all.loss);
  out.number(row.scale).number(row.total_invested).number(row.certificate);
  row.arms.empty() ? out.null() : out.text(arms = write_arms(row.arms));
  return out.run();
}

Result<BanditRow> read_bandit(Query& query, std::optional<Time>& removed_at) {
  RowReader in(query, "bandits");
  BanditRow row;
  row.id = in.integer();
  row.name = in.text();
  row.spec = in.text();
  row.terms = in.text();
  row.created_at = in.integer();
  row.paused_at = in.maybe_integer();
  removed_at = in.maybe_integer();
  if (!in.sealed()) return wrong(query, "bandits", row.id, "");
  return row;
}

Result<DecisionRow> read_decision(Query& query, std::int64_t bandit) {
  RowReader in(query, "decisions");
  DecisionRow row;
  Decision& d = row.decision;
  const bool own = in.integer() == bandit;
  d.round = RoundId{in.count()};
  row.seq = in.count();
  row.at = in.integer();
  d.arm = in.count();
  d.probability = in.number();
  if (in.is_null()) {
    for (int i = 0; i < 2; ++i) in.null();
  } else {
    d.direction = in.count();
    d.sign = static_cast<int>(in.integer());
  }
  const std::string_view action = in.maybe_text();
  row.id = in.maybe_text();
  std::string_view payments;
  if (in.is_null()) {
    for (int i = 0; i < 4; ++i) in.null();
  } else {
    row.statement = {.scale = in.number(), .borrowed = in.number(), .from_pool = in.number(), .payments = {}};
    payments = in.maybe_text();
  }
  // The checksum first: what is parsed was written here.
  if (!own || !in.sealed() || (!action.empty() && !read_numbers(action, row.action)) ||
      (!payments.empty() && !read_payments(payments, row.statement->payments)))
    return wrong(query, "decisions", bandit, of_round(d.round));
  return row;
}

Result<OutcomeRow> read_outcome(Query& query, std::int64_t bandit) {
  RowReader in(query, "outcomes");
  OutcomeRow row;
  const bool own = in.integer() == bandit;
  row.round = RoundId{in.count()};
  row.seq = in.count();
  row.at = in.integer();
  const auto cause = std::find(kCauses.begin(), kCauses.end(), in.text());
  row.value = in.maybe_number();
  const std::string_view status = in.text();
  const auto state =
      std::find_if(kStates.begin(), kStates.end(), [&](RoundState s) { return name(s) == status; });
  row.immediate_cost = in.maybe_number();
  if (!own || !in.sealed() || cause == kCauses.end() || state == kStates.end())
    return wrong(query, "outcomes", bandit, of_round(row.round));
  row.cause = static_cast<Cause>(cause - kCauses.begin());
  row.state = *state;
  return row;
}

Result<UpgradeRow> read_change(Query& query, std::int64_t bandit) {
  RowReader in(query, "changes");
  UpgradeRow row;
  const bool own = in.integer() == bandit;
  row.seq = in.count();
  row.at = in.integer();
  const std::string change(in.text());
  if (!own || !in.sealed() || !read_upgrade(change, row.rule))
    return wrong(query, "changes", bandit, concat(", event ", row.seq));
  return row;
}

Result<Checkpoint> read_checkpoint(Query& query, std::int64_t bandit, std::string_view kind) {
  RowReader in(query, "checkpoints");
  Checkpoint row;
  const bool own = in.integer() == bandit && in.text() == kind;
  row.seq = in.count();
  row.at = in.integer();
  row.agent = in.blob();
  const std::string_view open = in.blob();
  for (std::uint64_t* n : columns_of(row.tally)) *n = in.count();
  const std::string_view ledger = in.blob();
  if (!own || !in.sealed() || !read_open(open, row.open) || !read_ledger(ledger, row.ledger))
    return wrong(query, "checkpoints", bandit, concat(", kind ", kind));
  return row;
}

Result<Moment> read_moment(Query& query, std::int64_t bandit) {
  RowReader in(query, "moments");
  Moment row;
  const bool own = in.integer() == bandit;
  row.number = in.count();
  row.at = in.integer();
  row.seq = in.count();
  row.rounds = row.all.asked = in.count();
  row.open = in.count();
  for (std::uint64_t* n : columns_of(row.tally)) *n = in.count();
  row.all.told = in.count();
  row.all.loss = in.number();
  for (std::optional<double>* v : {&row.scale, &row.total_invested, &row.certificate}) *v = in.maybe_number();
  const std::string_view arms = in.maybe_text();
  if (!own || !in.sealed() || (!arms.empty() && !read_arms(arms, row.arms)))
    return wrong(query, "moments", bandit, concat(", number ", row.number));
  return row;
}

Result<std::optional<DecisionRow>> find_decision(Query& query, std::int64_t bandit, RoundId round) {
  query.bind(1, bandit);
  query.bind(2, as_integer(number(round)));
  return find(
      query, [&](Query& row) { return read_decision(row, bandit); },
      [&](const DecisionRow& row) { return row.decision.round == round; });
}

Result<std::optional<OutcomeRow>> find_outcome(Query& query, std::int64_t bandit, RoundId round) {
  query.bind(1, bandit);
  query.bind(2, as_integer(number(round)));
  return find(
      query, [&](Query& row) { return read_outcome(row, bandit); },
      [&](const OutcomeRow& row) { return row.round == round; });
}

Result<std::optional<Checkpoint>> find_checkpoint(Query& query, std::int64_t bandit, std::string_view kind) {
  query.bind(1, bandit);
  query.bind_text(2, kind);
  return find(
      query, [&](Query& row) { return read_checkpoint(row, bandit, kind); },
      [](const Checkpoint&) { return true; });
}

}  // namespace banker::store
