#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "banker/core/bytes.hpp"
#include "banker/store/journal.hpp"
#include "support/folder.hpp"

// Random histories of bandits, written to a journal, and all that a journal says as one string of bytes.
namespace banker::store::testing {

using Random = std::mt19937_64;

using banker::testing::Folder;

inline std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline void put(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

inline std::size_t below(Random& random, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

// Plain ones, and those whose bits are easily lost.
inline double any_number(Random& random) {
  constexpr double kOdd[] = {
      0.0, -0.0, 1.0, -1.0, 5e-324, 1e300, -1e-310, 0.1, 9007199254740993.0, 1e18, 4611686018427387904.0};
  return below(random, 3) == 0 ? kOdd[below(random, std::size(kOdd))]
                               : std::uniform_real_distribution<double>(-2, 2)(random);
}

inline std::optional<double> maybe_number(Random& random) {
  return below(random, 2) == 0 ? std::optional(any_number(random)) : std::nullopt;
}
inline ArmTally any_tally(Random& random) {
  return {.asked = below(random, 1000), .told = random() >> 1, .loss = any_number(random)};
}

// What becomes of one bandit.
struct History {
  BanditRow row;
  std::uint64_t rounds = 0, seq = 0, moments = 0;
  std::vector<OpenRound> open;
  Tally tally;

  DecisionRow ask(Random& random, Time at) {
    DecisionRow d;
    d.seq = ++seq;
    d.at = at;
    d.decision = {.round = RoundId{++rounds}, .arm = below(random, 1000), .probability = any_number(random)};
    if (below(random, 3) == 0) {
      d.decision.direction = below(random, 4);
      d.decision.sign = below(random, 2) == 0 ? 1 : -1;
      for (std::size_t n = 1 + below(random, 5); n > 0; --n) d.action.push_back(any_number(random));
    }
    if (below(random, 3) == 0) d.id = "id " + std::to_string(rounds) + "/" + std::to_string(random());
    if (below(random, 2) == 0) {
      d.statement = {any_number(random), any_number(random), any_number(random), {}};
      for (std::size_t n = below(random, 4); n > 0; --n)
        d.statement->payments.push_back({RoundId{1 + random() % kMaxRound}, any_number(random)});
    }
    open.push_back({d.decision.round, at, d.decision.arm});
    return d;
  }

  OutcomeRow close(Random& random, Time at) {  // REQUIRES: a round is open
    const std::size_t which = below(random, open.size());
    OutcomeRow o{.seq = ++seq,
                 .at = at,
                 .round = open[which].round,
                 .cause = Cause::kLoss,
                 .value = {},
                 .state = {},
                 .immediate_cost = {}};
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    o.cause = std::vector{Cause::kLoss, Cause::kReward, Cause::kDrop, Cause::kExpiry}[below(random, 4)];
    const bool told = o.cause == Cause::kLoss || o.cause == Cause::kReward ||
                      (o.cause == Cause::kExpiry && below(random, 2) == 0);
    if (told) o.value = any_number(random);
    o.state =
        told ? std::vector{RoundState::kSettled, RoundState::kSkipped, RoundState::kStale}[below(random, 3)]
             : RoundState::kDropped;
    if (below(random, 2) == 0) o.immediate_cost = any_number(random);
    std::uint64_t& n = o.cause == Cause::kExpiry         ? tally.expired
                       : o.state == RoundState::kSettled ? tally.settled
                       : o.state == RoundState::kSkipped ? tally.skipped
                       : o.state == RoundState::kStale   ? tally.stale
                                                         : tally.dropped;
    ++n;
    return o;
  }

  UpgradeRow upgrade(Time at) { return {.seq = ++seq, .at = at, .rule = 2 + seq % 3}; }

  // `size`: about how long the snapshot is.
  Checkpoint checkpoint(Random& random, Time at, std::size_t size) const {
    Checkpoint c{.seq = seq, .at = at, .agent = {}, .open = open, .tally = tally, .ledger = {}};
    for (std::size_t n = below(random, size + 1); n > 0; --n) c.agent += static_cast<char>(random());
    c.ledger.all = any_tally(random);
    for (std::size_t n = below(random, 5); n > 0; --n) c.ledger.arms.push_back(any_tally(random));
    c.ledger.rewards = random();
    for (std::uint64_t& n : c.ledger.delays) n = below(random, 1000);
    c.ledger.scale = maybe_number(random);
    c.ledger.last_at = at;
    return c;
  }

  Moment moment(Random& random, Time at) {
    Moment m;
    m.number = ++moments;
    m.at = at;
    m.seq = seq;
    m.rounds = rounds;
    m.open = open.size();
    m.tally = tally;
    m.all = any_tally(random);
    m.all.asked = rounds;
    m.scale = maybe_number(random);
    m.total_invested = maybe_number(random);
    m.certificate = maybe_number(random);
    for (std::size_t n = below(random, 4), arm = 0; n > 0; --n)
      m.arms.push_back({arm += below(random, 1000), any_number(random), any_tally(random)});
    return m;
  }
};

// Writes random events of several bandits. A value: keep a copy to go back to when a commit fails.
struct Scribe {
  std::vector<History> bandits;
  Time clock = 1'700'000'000'000'000;
  std::size_t snapshot = 300;

  MaybeError write(Journal& journal, Random& random, std::size_t events) {
    for (; events > 0; --events) {
      if (auto error = write_one(journal, random)) return error;
    }
    return std::nullopt;
  }

 private:
  MaybeError write_one(Journal& journal, Random& random) {
    clock += static_cast<Time>(below(random, 1'000'000));
    if (bandits.empty() || (bandits.size() < 6 && below(random, 40) == 0)) return create(journal, random);
    const std::size_t which = below(random, bandits.size());
    History& bandit = bandits[which];
    const std::int64_t id = bandit.row.id;
    const std::size_t kind = below(random, 105);
    if (kind >= 101) return journal.add(id, bandit.moment(random, clock));
    if (kind == 100 && bandit.seq % 2 == 0) return journal.add(id, bandit.upgrade(clock));
    if (kind == 100) {
      bandit.row.paused_at = bandit.row.paused_at ? std::nullopt : std::optional(clock);
      return journal.set_paused(id, bandit.row.paused_at);
    }
    if (kind < 50 || (kind < 90 && bandit.open.empty())) return journal.add(id, bandit.ask(random, clock));
    if (kind < 90) return journal.add(id, bandit.close(random, clock));
    if (kind < 95) return journal.add(id, bandit.checkpoint(random, clock, snapshot));
    if (kind < 97) {
      const Checkpoint now = bandit.checkpoint(random, clock, snapshot);
      const auto gone = journal.compact(
          id, clock, [&] { return now; }, 1 + below(random, 20));
      return gone ? std::nullopt : MaybeError(gone.error());
    }
    if (kind < 98 && bandits.size() > 1) {
      const std::uint64_t seq = bandit.seq;
      bandits.erase(bandits.begin() + static_cast<std::ptrdiff_t>(which));
      return journal.remove_bandit(id, seq % 2 == 0 ? std::optional(seq) : std::nullopt, clock);
    }
    const auto gone = journal.purge(1 + below(random, 20));
    return gone ? std::nullopt : MaybeError(gone.error());
  }

  MaybeError create(Journal& journal, Random& random) {
    History history;
    history.row = {.id = 0,
                   .name = "bandit-" + std::to_string(random()),
                   .spec = R"({"agent":"omd","arms":3,"seed":)" + std::to_string(random()) + "}",
                   .terms = "{}",
                   .created_at = clock,
                   .paused_at = {}};
    const auto id = journal.add_bandit(history.row);
    if (!id) return id.error();
    history.row.id = *id;
    bandits.push_back(std::move(history));
    return std::nullopt;
  }
};

// ---- Rows as bytes: equal if and only if every bit is.

class Image {
 public:
  void row(const BanditRow& r) {
    out_.integer(static_cast<std::uint64_t>(r.id)), out_.text(r.name), out_.text(r.spec), out_.text(r.terms),
        out_.integer(static_cast<std::uint64_t>(r.created_at)),
        out_.integer(static_cast<std::uint64_t>(r.paused_at.value_or(0)));
  }
  void row(const DecisionRow& r) {
    const Decision& d = r.decision;
    for (const std::uint64_t n :
         {r.seq, static_cast<std::uint64_t>(r.at), number(d.round), std::uint64_t{d.arm},
          std::uint64_t{d.direction}, static_cast<std::uint64_t>(d.sign)})
      out_.integer(n);
    out_.number(d.probability), out_.text(r.id), out_.integer(r.action.size()), out_.numbers(r.action);
    out_.integer(r.statement ? 1 : 0);
    if (!r.statement) return;
    out_.number(r.statement->scale), out_.number(r.statement->borrowed), out_.number(r.statement->from_pool);
    for (const Payment& p : r.statement->payments) out_.integer(number(p.round)), out_.number(p.amount);
  }
  void row(const OutcomeRow& r) {
    for (const std::uint64_t n : {r.seq, static_cast<std::uint64_t>(r.at), number(r.round),
                                  static_cast<std::uint64_t>(r.cause), static_cast<std::uint64_t>(r.state)})
      out_.integer(n);
    maybe(r.value), maybe(r.immediate_cost);
  }
  void row(const UpgradeRow& r) {
    out_.integer(r.seq), out_.integer(static_cast<std::uint64_t>(r.at)), out_.integer(r.rule);
  }
  void row(const Checkpoint& r) {
    out_.integer(r.seq), out_.integer(static_cast<std::uint64_t>(r.at)), out_.text(r.agent),
        out_.integer(r.open.size());
    for (const OpenRound& o : r.open)
      out_.integer(number(o.round)), out_.integer(static_cast<std::uint64_t>(o.asked_at)),
          out_.integer(o.arm);
    row(r.tally), row(r.ledger);
  }
  void row(const Tally& t) {
    for (const std::uint64_t n : {t.settled, t.skipped, t.stale, t.dropped, t.expired}) out_.integer(n);
  }
  void row(const ArmTally& t) { out_.integer(t.asked), out_.integer(t.told), out_.number(t.loss); }
  void row(const Ledger& r) {
    row(r.all), out_.integer(r.arms.size()), out_.integer(r.rewards);
    for (const ArmTally& arm : r.arms) row(arm);
    for (const std::uint64_t n : r.delays) out_.integer(n);
    maybe(r.scale), out_.integer(static_cast<std::uint64_t>(r.last_at));
  }
  void row(const Moment& r) {
    for (const std::uint64_t n : {r.number, static_cast<std::uint64_t>(r.at), r.seq, r.rounds, r.open})
      out_.integer(n);
    row(r.tally), row(r.all), maybe(r.scale), maybe(r.total_invested), maybe(r.certificate);
    out_.integer(r.arms.size());
    for (const Moment::Arm& arm : r.arms) out_.integer(arm.arm), out_.number(arm.probability), row(arm.tally);
  }
  void text(const std::string& t) { out_.text(t); }
  void integer(std::uint64_t n) { out_.integer(n); }
  std::string take() && { return std::move(out_).take(); }

 private:
  void maybe(std::optional<double> v) { out_.integer(v ? 1 : 0), out_.number(v.value_or(0)); }
  ByteWriter out_;
};

// One transaction with so many events; taken back if it fails.
inline MaybeError commit_some(Journal& journal, Scribe& scribe, Random& random, std::size_t events = 10) {
  MaybeError error = journal.begin();
  if (!error) error = scribe.write(journal, random, events);
  if (!error) error = journal.commit();
  if (error) journal.rollback();
  return error;
}

template <class Row>
std::string image_of(const Row& row) {
  Image image;
  image.row(row);
  return std::move(image).take();
}

// The whole log of a bandit.
inline Result<std::string> log_of(Journal& journal, const BanditRow& bandit) {
  const auto log = journal.log(bandit);
  if (!log) return log.error();
  std::string all;
  for (;;) {
    const auto lines = (*log)->next(1000);
    if (!lines) return lines.error();
    if (lines->empty()) return all;
    all += *lines;
  }
}

// What recovery reads: bandits, checkpoints, the events after them, the last moments, the books; and the logs and moments if asked for, which show
// what is committed.
inline Result<std::string> image_of(Journal& journal, bool logs) {
  Image image;
  const auto bandits = journal.bandits();
  if (!bandits) return bandits.error();
  for (const BanditRow& bandit : *bandits) {
    image.row(bandit);
    const auto checkpoint = journal.checkpoint(bandit.id);
    if (!checkpoint) return checkpoint.error();
    if (*checkpoint) image.row(**checkpoint);
    const auto take = [&](const Event& event) {
      std::visit([&](const auto& row) { image.row(row); }, event);
      return MaybeError();
    };
    if (auto error = journal.tail(bandit.id, *checkpoint ? &**checkpoint : nullptr, take)) return *error;
    const auto moment = journal.last_moment(bandit.id);
    if (!moment) return moment.error();
    if (*moment) image.row(**moment);
    if (!logs) continue;
    const auto log = log_of(journal, bandit);
    if (!log) return log.error();
    image.text(*log);
    const auto reader = journal.reader();
    if (!reader) return reader.error();
    const auto history = (*reader)->history(bandit.id);
    if (!history) return history.error();
    for (const Moment& one : *history) image.row(one);
  }
  const auto events = journal.events();
  if (!events) return events.error();
  image.integer(*events);
  return std::move(image).take();
}

}  // namespace banker::store::testing
