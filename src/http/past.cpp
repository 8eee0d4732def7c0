#include "past.hpp"

#include <algorithm>
#include <exception>
#include <limits>

#include "answers.hpp"
#include "handlers.hpp"
#include "history_text.hpp"
#include "members.hpp"
#include "record_text.hpp"

namespace banker::http {

namespace {

constexpr std::size_t kMostNumbers = 1'000'000;  // of actions, in one answer
constexpr std::size_t kMostDecisions = 200, kUsualDecisions = 50;
constexpr std::size_t kMostSpenders =
    2000;  // decisions that are looked at for who spent a saving; of long actions fewer

// Which decisions are wanted.
struct Wanted {
  std::size_t limit = kUsualDecisions;
  std::uint64_t before = 0;  // 0: the last
  bool open = false;
};

Result<Wanted> read_wanted(const Query& query) {
  const auto limit = read_whole(query, "limit", 1, kMostDecisions, kUsualDecisions);
  if (!limit) return limit.error();
  const auto before = read_whole(query, "before", 1, std::numeric_limits<std::int64_t>::max(), 0);
  if (!before) return before.error();
  const auto open = read_flag(query, "open");
  if (!open) return open.error();
  if (*open && *before > 0)
    return Error{ErrorCode::kBadType,
                 "\"open\" and \"before\" in the query do not go together: open decisions come oldest first"};
  return Wanted{*limit, *before, *open};
}

Response write_records(const Identity& who, const std::vector<store::Record>& records) {
  std::string out = R"({"decisions":)";
  append_records(out, who, records);
  out += '}';
  return json(std::move(out));
}

Result<Response> read_latest(store::Reader& reader, const service::OpenRounds& of, const Wanted& wanted) {
  const auto records = reader.decisions(of.bandit, wanted.before, decisions_at_once(*of.who, wanted.limit));
  if (!records) return records.error();
  return write_records(*of.who, *records);
}

// Some may have been closed since they were named.
Result<Response> read_open(store::Reader& reader, const service::OpenRounds& of) {
  const std::size_t most = decisions_at_once(*of.who, of.rounds.size());
  auto records = reader.decisions(of.bandit, std::span(of.rounds).first(most));
  if (!records) return records.error();
  std::erase_if(*records, [](const store::Record& record) { return record.outcome.has_value(); });
  return write_records(*of.who, *records);
}

Result<Response> read_history(store::Reader& reader, const service::OpenRounds& of) {
  const auto moments = reader.history(of.bandit);
  if (!moments) return moments.error();
  std::string out;
  append_history(out, *of.who, *moments);
  return json(std::move(out));
}

// Only what was closed, and has a bank, gave something back.
Result<Response> read_statement(store::Reader& reader, const service::Found& found) {
  const bool returned = found.outcome && found.decision.statement;
  store::Spending spending;
  if (returned) {
    auto spent = reader.spending(found.bandit, {found.decision, found.outcome},
                                 decisions_at_once(*found.who, kMostSpenders));
    if (!spent) return spent.error();
    spending = *std::move(spent);
  }
  std::string out = R"({"decision":)";
  append_record(out, *found.who, found.id, found.decision, found.outcome);
  member(out, "returned", returned ? std::optional(found.decision.statement->scale) : std::nullopt);
  member_key(out, "spent");
  append_payments(out, spending.by);
  if (spending.until > 0) member(out, "looked_until", spending.until);
  else member(out, "looked_until", std::string_view("null"));
  out += '}';
  return json(std::move(out));
}

}  // namespace

void look_back(Desk& desk, service::Request request, Send send, Past past) {
  auto place = desk.looker.enter();
  if (!place)
    return send(
        problem(429, concat(Looker::kMost, " others look at the past already: try again in a while")));
  desk.service.submit(std::move(request), [&looker = desk.looker, send = std::move(send),
                                           past = std::move(past),
                                           place = std::move(place)](service::Answer&& answer) mutable {
    try {
      if (const auto* refused = std::get_if<service::Problem>(&answer)) {
        place.reset();
        return send(problem(*refused));
      }
      looker.post([past, answer = std::move(answer)](store::Reader& reader) { return past(reader, answer); },
                  send, std::move(place));
    } catch (const std::exception&) {  // there is no memory to say so
    }
  });
}

std::size_t decisions_at_once(const Identity& who, std::size_t wanted) {
  return std::min(wanted, std::max<std::size_t>(1, kMostNumbers / std::max<std::size_t>(1, who.dimension)));
}

void append_records(std::string& out, const Identity& who, const std::vector<store::Record>& records) {
  out += '[';
  for (const store::Record& record : records) {
    if (out.back() != '[') out += ',';
    append_record(out, who, record);
  }
  out += ']';
}

void get_history(Desk& desk, Call&& call) {
  look_back(desk, service::Oldest{std::move(call.bandit), 0}, std::move(call.send),
            [](store::Reader& reader, const service::Answer& answer) {
              return read_history(reader, std::get<service::OpenRounds>(answer));
            });
}

void get_decisions(Desk& desk, Call&& call) {
  const auto wanted = read_wanted(call.query);
  if (!wanted) return call.send(problem(wanted.error()));
  look_back(desk, service::Oldest{std::move(call.bandit), wanted->open ? wanted->limit : 0},
            std::move(call.send), [wanted = *wanted](store::Reader& reader, const service::Answer& answer) {
              const auto& of = std::get<service::OpenRounds>(answer);
              return wanted.open ? read_open(reader, of) : read_latest(reader, of, wanted);
            });
}

void get_statement(Desk& desk, Call&& call) {
  look_back(desk, service::Find{std::move(call.bandit), std::move(call.id)}, std::move(call.send),
            [](store::Reader& reader, const service::Answer& answer) {
              return read_statement(reader, std::get<service::Found>(answer));
            });
}

}  // namespace banker::http
