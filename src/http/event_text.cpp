#include "event_text.hpp"

#include "answers.hpp"
#include "json_text.hpp"

namespace banker::http {

namespace {

using service::Happened;

void start(std::string& out, std::string_view kind, const Happened& happened) {
  out += "event: ";
  out += kind;
  out += "\ndata: {\"bandit\":";
  append_quoted(out, happened.bandit);
}

void add(std::string& out, std::string_view key, double value) {
  out += ",\"";
  out += key;
  out += "\":";
  append_number(out, value);
}

void add_time(std::string& out, store::Time at) {
  out += ",\"at\":";
  append_time(out, at);
}

void add_place(std::string& out, const Happened& happened, RoundId round, store::Time at) {
  out += ",\"id\":";
  append_quoted(out, happened.id);
  out += ",\"round\":";
  append(out, round);
  add_time(out, at);
}

// What became of the bandit itself.
void write_bandit(std::string& out, std::string_view kind, const Happened& happened) {
  start(out, kind, happened);
  add_time(out, happened.at);
}

struct Writer {
  std::string& out;
  const Happened& happened;

  void operator()(const store::DecisionRow& row) const {
    start(out, "ask", happened);
    add_place(out, happened, row.decision.round, row.at);
    append_choice(out, *happened.who, row.decision, row.action);
    if (!row.statement) return;
    add(out, "scale", row.statement->scale);
    add(out, "borrowed", row.statement->borrowed);
    add(out, "from_pool", row.statement->from_pool);
  }
  void operator()(const store::OutcomeRow& row) const {
    start(out, kind(row.cause), happened);
    add_place(out, happened, row.round, row.at);
    if (row.value) add(out, row.cause == store::Cause::kReward ? "reward" : "loss", *row.value);
    out += ",\"status\":";
    append_quoted(out, name(row.state));
    if (row.immediate_cost) add(out, "immediate_cost", *row.immediate_cost);
  }
  void operator()(const service::Create&) const { write_bandit(out, "create", happened); }
  void operator()(const service::Remove&) const { write_bandit(out, "delete", happened); }
  void operator()(const service::Pause& pause) const {
    write_bandit(out, pause.paused ? "pause" : "resume", happened);
  }
  void operator()(const service::Upgrade& upgrade) const {
    write_bandit(out, "upgrade", happened);
    out += ",\"rule\":";
    append(out, upgrade.rule);
  }

  static std::string_view kind(store::Cause cause) {
    switch (cause) {
      case store::Cause::kDrop: return "drop";
      case store::Cause::kExpiry: return "expire";
      default: return "tell";
    }
  }
};

}  // namespace

std::string event_text(const Happened& happened) {
  std::string out;
  std::visit(Writer{out, happened}, happened.what);
  out += "}\n\n";
  return out;
}

std::string missed_text(std::uint64_t count) {
  return concat("event: missed\ndata: {\"count\":", count, "}\n\n");
}

}  // namespace banker::http
