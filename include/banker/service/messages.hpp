#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/service/terms.hpp"
#include "banker/store/journal.hpp"

// What the service is asked, and what it answers. No JSON and no sockets here.
namespace banker::service {

using store::Time;

// ---- Requests

struct Create {
  std::string name;
  std::string
      spec;  // of the agent, as JSON; without a name it is `banker`, and a seed is drawn from the system
  Terms terms;
};
struct Remove {
  std::string bandit;
};
struct Ask {
  std::string bandit;
  std::size_t count = 1;
  std::vector<std::string> ids;  // the client's own, one per decision; empty: the server makes them
};
struct Report {  // the outcome of one decision
  std::string id;
  double value = 0;
  Outcome::Kind kind = Outcome::Kind::kLoss;
};
struct Tell {
  std::string bandit;
  std::vector<Report> reports;
};
struct Drop {
  std::string bandit;
  std::string id;
};
struct Expire {  // one decision, as if its time were over, whatever the terms say of late outcomes
  std::string bandit;
  std::string id;
};
struct ExpireOld {  // so with all that are so old, the oldest first, up to some ten thousand
  std::string bandit;
  double older_than = 0;  // seconds
};
struct Pause {  // no more decisions; outcomes are taken as before, and time goes on
  std::string bandit;
  bool paused = true;  // false: go on
};
struct Upgrade {  // the agent goes on by a newer rule: docs/upgrading.md
  std::string bandit;
  std::uint64_t rule = 1;
};
struct Look {  // at a bandit
  std::string bandit;
};
struct Oldest {  // open decisions
  std::string bandit;
  std::size_t most = 100;
};
struct Find {  // a decision
  std::string bandit;
  std::string id;
};
struct List {};
struct Measure {};
using Request = std::variant<Ask, Tell, Drop, Expire, ExpireOld, Pause, Upgrade, Create, Remove, Look, Oldest,
                             Find, List, Measure>;

bool is_look(const Request& request);  // it changes nothing

// ---- Answers

// Why a request was not done. The numbers are those of HTTP.
struct Problem {
  enum class Kind {
    kBadRequest = 400,     ///< of the wrong form or type
    kNotFound = 404,       ///< no such bandit or decision
    kConflict = 409,       ///< a name that is taken, an outcome told with another value, or asked out of turn
    kUnprocessable = 422,  ///< a value out of range
    kTooMany = 429,        ///< too many open rounds
    kUnavailable = 503,    ///< the journal cannot be written, or not be read
  };
  Kind kind = Kind::kBadRequest;
  std::string detail;
};

struct Made {
  std::string id;
  Decision decision{};
  std::vector<double> action;  // linear agents
};
struct Asked {
  std::shared_ptr<const Identity> who;  // names the arms
  std::vector<Made> decisions;
};

// What became of one outcome.
enum class Verdict : std::uint8_t {
  kSettled,  ///< counted
  kSkipped,  ///< counted, with estimate 0
  kDropped,  ///< of a drop: done
  kStale,    ///< not counted: given up by the agent before it came
  kExpired,  ///< not counted: it came after expire_after
  kUnknown,  ///< no such decision
  kConflict,  ///< told before with another value, or dropped before; of a drop: told before; or too late, and refused
  kInvalid,      ///< out of the range of the agent
  kUnavailable,  ///< its record cannot be read
};
std::string_view name(Verdict verdict);  // "settled", ...
Verdict verdict_of(const store::OutcomeRow& outcome);
inline bool counted(Verdict v) { return v == Verdict::kSettled || v == Verdict::kSkipped; }

struct Told {
  std::string id;
  Verdict verdict{};
  std::string detail;  // of the last four
};
struct Heard {
  std::vector<Told> results;  // one per report, in their order; of a drop just one
};

struct Expired {  // of ExpireOld; of Expire it is Heard, where kDropped: closed now
  std::size_t count = 0;
  bool more = false;  // there are others: send it again
};

struct Leader {  // the most likely arm, some seconds ago at the most
  std::size_t arm = 0;
  double probability = 0;
};
struct Summary {
  std::int64_t id = 0;  // in the journal
  std::string name;
  std::shared_ptr<const std::string> spec;  // canonical JSON, with the seed; never null, and shared
  Terms terms;
  Time created_at = 0;
  std::optional<Time> paused_at;
  std::uint64_t seq = 0;  // of the last event
  std::uint64_t rounds = 0;
  std::uint64_t open = 0;              // not yet told or dropped
  std::uint64_t lapsed = 0;            // of them beyond their time: they do not count towards max_open
  std::optional<Time> oldest_open_at;  // when the oldest of them was asked
  store::Tally tally;
  std::optional<double> total_invested, certificate;  // none without a bank
  double asks_per_minute = 0,
         tells_per_minute = 0;  // in the last minute, about, in whole numbers; drops and expiry are no tells
  Time last_at = 0;             // of the last event; 0: there is none
  std::shared_ptr<const Identity> who;  // null: it could not be read back
  std::optional<Leader> leader;         // none on a body, and of Measures
};
struct View {
  Summary summary;
  std::shared_ptr<const Identity> who;
  std::shared_ptr<const store::Ledger> ledger;
  store::Bins ages{};                 // of open decisions
  std::vector<double> probabilities;  // of the next ask: of arms, or of listed actions; empty on a body
  std::vector<double> point;          // linear agents
};
struct Found {
  std::int64_t bandit = 0;  // its id in the journal
  std::shared_ptr<const Identity> who;
  std::string id;
  store::DecisionRow decision;
  std::optional<store::OutcomeRow> outcome;  // none: open
};
struct OpenRounds {
  std::int64_t bandit = 0;  // its id in the journal
  std::shared_ptr<const Identity> who;
  std::vector<RoundId> rounds;  // the oldest first
};
struct Summaries {
  std::vector<Summary> bandits;  // by name
};
struct Done {};

// How the journal does. Histogram: counts of commits that took at most kCommitSeconds[i], the last one of all others.
inline constexpr double kCommitSeconds[] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                            0.01,   0.025,   0.05,   0.1,   0.25,   1.0};
struct Measures {
  std::vector<Summary> bandits;
  std::uint64_t commits = 0, failures = 0, events = 0;
  double commit_seconds = 0;
  std::vector<std::uint64_t> histogram;
  std::optional<std::string> trouble;  // why the journal cannot be written at present
};

using Answer =
    std::variant<Asked, Heard, Expired, Done, View, OpenRounds, Found, Summaries, Measures, Problem>;

// Something that happened, and is on disk.
struct Happened {
  std::string bandit;
  std::shared_ptr<const Identity> who;
  std::string id;  // of the decision; empty: the bandit itself was made, removed, paused, resumed or upgraded
  std::variant<store::DecisionRow, store::OutcomeRow, Create, Remove, Pause, Upgrade> what;
  Time at = 0;
};

}  // namespace banker::service
