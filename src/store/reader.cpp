#include "reader.hpp"

#include <limits>
#include <utility>

#include "rows.hpp"
#include "sqlite.hpp"

namespace banker::store {

namespace {

constexpr double kAll = 1 - 1e-12;  // of a saving: it is spent but for rounding
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();  // a round that does not come

// Every call is a transaction of its own: one that stayed open would keep the WAL from starting anew.
class SqliteReader : public Reader {
 public:
  MaybeError open(const std::string& file, const char* vfs) {
    return database_.open(file, Database::Access::kRead, vfs);
  }

  Result<std::vector<Moment>> history(std::int64_t bandit) override;
  Result<std::vector<Record>> decisions(std::int64_t bandit, std::uint64_t before, std::size_t most) override;
  Result<std::vector<Record>> decisions(std::int64_t bandit, std::span<const RoundId> rounds) override;
  Result<Spending> spending(std::int64_t bandit, const Record& record, std::size_t most) override;

 private:
  // What `work` fills, or what it said was wrong.
  template <class T, class Work>
  Result<T> in_transaction(Work work);
  // Calls take(row) for each row until it returns false.
  template <class Read, class Take>
  MaybeError each(Query& query, Read read, Take take);
  MaybeError find_outcomes(std::int64_t bandit, std::vector<Record>& records);
  // The last round whose decision came before event `seq`, `from` at least.
  Result<std::uint64_t> last_round_before(std::int64_t bandit, std::uint64_t seq, std::uint64_t from);
  MaybeError collect(std::int64_t bandit, const Record& record, std::uint64_t after, std::size_t most,
                     Spending& found);
  // How many rounds there were, at least; nothing: that cannot be said.
  Result<std::optional<std::uint64_t>> rounds_so_far(std::int64_t bandit);

  Database database_;
  Query moments_{database_, "SELECT * FROM moments WHERE bandit = ? ORDER BY number"};
  Query before_{database_,
                "SELECT * FROM decisions WHERE bandit = ? AND round < ? ORDER BY round DESC LIMIT ?"};
  Query after_{database_, "SELECT * FROM decisions WHERE bandit = ? AND round > ? ORDER BY round LIMIT ?"};
  Query last_moment_{database_, kLastMoment};
  Query decision_{database_, kFindDecision};
  Query outcome_{database_, kFindOutcome};
};

template <class T, class Work>
Result<T> SqliteReader::in_transaction(Work work) {
  if (auto error = database_.run("BEGIN")) return *error;
  T result{};
  const MaybeError error = work(result);
  if (database_.in_transaction()) (void)database_.run("COMMIT");
  return error ? Result<T>(*error) : Result<T>(std::move(result));
}

template <class Read, class Take>
MaybeError SqliteReader::each(Query& query, Read read, Take take) {
  const Reset end(query);
  for (;;) {
    const auto more = query.next();
    if (!more) return more.error();
    if (!*more) return std::nullopt;
    auto row = read(query);
    if (!row) return row.error();
    if (!take(*std::move(row))) return std::nullopt;
  }
}

Result<std::vector<Moment>> SqliteReader::history(std::int64_t bandit) {
  return in_transaction<std::vector<Moment>>([&](std::vector<Moment>& moments) {
    moments_.bind(1, bandit);
    return each(
        moments_, [&](Query& row) { return read_moment(row, bandit); },
        [&](Moment&& moment) { return moments.push_back(std::move(moment)), true; });
  });
}

// ---- Decisions

MaybeError SqliteReader::find_outcomes(std::int64_t bandit, std::vector<Record>& records) {
  for (Record& record : records) {
    auto outcome = find_outcome(outcome_, bandit, record.decision.decision.round);
    if (!outcome) return outcome.error();
    record.outcome = *std::move(outcome);
  }
  return std::nullopt;
}

Result<std::vector<Record>> SqliteReader::decisions(std::int64_t bandit, std::uint64_t before,
                                                    std::size_t most) {
  return in_transaction<std::vector<Record>>([&](std::vector<Record>& records) -> MaybeError {
    before_.bind(1, bandit);
    before_.bind(2, as_integer(before > 0 ? before : std::numeric_limits<std::uint64_t>::max()));
    before_.bind(3, as_integer(most));
    if (auto error = each(
            before_, [&](Query& row) { return read_decision(row, bandit); },
            [&](DecisionRow&& row) {
              return records.push_back({std::move(row), {}}), true;
            }))
      return error;
    return find_outcomes(bandit, records);
  });
}

Result<std::vector<Record>> SqliteReader::decisions(std::int64_t bandit, std::span<const RoundId> rounds) {
  return in_transaction<std::vector<Record>>([&](std::vector<Record>& records) -> MaybeError {
    for (const RoundId round : rounds) {
      auto row = find_decision(decision_, bandit, round);
      if (!row) return row.error();
      if (*row) records.push_back({**std::move(row), {}});
    }
    return find_outcomes(bandit, records);
  });
}

// ---- Spending

// A saving can be spent only by decisions after the event that left it: the outcome, or earlier, if the agent gave the round up by
// itself.
Result<Spending> SqliteReader::spending(std::int64_t bandit, const Record& record, std::size_t most) {
  return in_transaction<Spending>([&](Spending& found) -> MaybeError {
    if (!record.outcome || !record.decision.statement) return std::nullopt;
    const std::uint64_t own = number(record.decision.decision.round);
    if (record.outcome->state == RoundState::kStale) return collect(bandit, record, own, most, found);
    const auto after = last_round_before(bandit, record.outcome->seq, own);
    return after ? collect(bandit, record, *after, most, found) : after.error();
  });
}

// Rounds and seq ascend together. Some rounds may be missing: the next one that is there stands for them.
Result<std::uint64_t> SqliteReader::last_round_before(std::int64_t bandit, std::uint64_t seq,
                                                      std::uint64_t from) {
  std::uint64_t low = from, high = seq + 1;  // no round is larger than its seq
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    std::uint64_t round = high;
    after_.bind(1, bandit);
    after_.bind(2, as_integer(middle - 1));
    after_.bind(3, std::int64_t{1});
    if (auto error = each(
            after_, [&](Query& row) { return read_decision(row, bandit); },
            [&](const DecisionRow& row) {
              if (row.seq < seq) round = number(row.decision.round);
              return false;
            }))
      return *error;
    (round < high ? low : high) = round < high ? round : middle;
  }
  return low;
}

// Rounds that compaction threw away may have spent, too: `until` is the last one before the first of them, unless what is found is all
// there was to spend.
MaybeError SqliteReader::collect(std::int64_t bandit, const Record& record, std::uint64_t after,
                                 std::size_t most, Spending& found) {
  const RoundId payer = record.decision.decision.round;
  double left = record.decision.statement->scale * kAll;
  std::uint64_t last = after;
  std::size_t seen = 0;
  const auto stop_before = [&](std::uint64_t next) {
    if (next > last + 1 && found.until == 0) found.until = last;
  };
  after_.bind(1, bandit);
  after_.bind(2, as_integer(after));
  after_.bind(3, as_integer(most < std::numeric_limits<std::size_t>::max() ? most + 1 : most));
  MaybeError error = each(
      after_, [&](Query& row) { return read_decision(row, bandit); },
      [&](const DecisionRow& row) {
        const std::uint64_t round = number(row.decision.round);
        stop_before(seen == most ? kNever : round);
        if (seen++ == most) return false;
        last = round;
        if (!row.statement) return true;
        for (const Payment& payment : row.statement->payments) {
          if (payment.round != payer) continue;
          found.by.push_back({row.decision.round, payment.amount});
          left -= payment.amount;
        }
        return left > 0;
      });
  if (error) return error;
  if (left <= 0) return found.until = 0, std::nullopt;
  const auto rounds = rounds_so_far(bandit);
  if (!rounds) return rounds.error();
  stop_before(*rounds ? **rounds + 1 : kNever);
  return std::nullopt;
}

// The last moment knows it of a bandit that does nothing any more, whose last rounds may all be gone.
Result<std::optional<std::uint64_t>> SqliteReader::rounds_so_far(std::int64_t bandit) {
  last_moment_.bind(1, bandit);
  const auto moment = find(
      last_moment_, [&](Query& row) { return read_moment(row, bandit); }, [](const Moment&) { return true; });
  if (!moment && moment.error().code != ErrorCode::kDamaged) return moment.error();
  if (!moment) return std::optional<std::uint64_t>();
  return std::optional<std::uint64_t>(*moment ? (*moment)->rounds : 0);
}

}  // namespace

Result<std::unique_ptr<Reader>> open_reader(const std::string& file, const char* vfs) {
  auto reader = std::make_unique<SqliteReader>();
  if (auto error = reader->open(file, vfs)) return *error;
  return std::unique_ptr<Reader>(std::move(reader));
}

}  // namespace banker::store
