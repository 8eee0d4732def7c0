#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banker/service/messages.hpp"
#include "core/text.hpp"

// Answers as texts, every bit of every number in them; details, which are prose, left out.
namespace banker::testing {

inline std::string show(double value) { return concat(value); }
inline std::string show(const std::optional<double>& value) { return value ? show(*value) : "none"; }
inline std::string show(const std::vector<double>& values) {
  std::string text = "[";
  for (const double value : values) text += show(value) + ' ';
  return text + ']';
}

inline std::string show(const Decision& d) {
  return concat("round ", d.round, " arm ", d.arm, " p ", d.probability, " direction ", d.direction, " sign ",
                d.sign);
}

inline std::string show(const std::optional<Statement>& statement) {
  if (!statement) return "no statement";
  std::string text =
      concat("scale ", statement->scale, " borrowed ", statement->borrowed, " pool ", statement->from_pool);
  for (const Payment& p : statement->payments) text += concat(" ", p.round, ":", p.amount);
  return text;
}

inline std::string show(const store::DecisionRow& row) {
  return concat("#", row.seq, " at ", row.at, " ", show(row.decision), " id '", row.id, "' ",
                show(row.action), " ", show(row.statement));
}

inline std::string show(const store::OutcomeRow& row) {
  return concat("#", row.seq, " at ", row.at, " round ", row.round, " cause ", static_cast<int>(row.cause),
                " value ", show(row.value), " ", name(row.state), " cost ", show(row.immediate_cost));
}

inline std::string show(const service::Summary& s) {
  const store::Tally& t = s.tally;
  return concat(s.name, " ", s.spec ? *s.spec : std::string("no spec"), " ", service::write_terms(s.terms),
                " made at ", s.created_at, " paused ", s.paused_at.value_or(0), " seq ", s.seq, " last at ",
                s.last_at, " rounds ", s.rounds, " open ", s.open, " lapsed ", s.lapsed, " since ",
                s.oldest_open_at.value_or(0), " settled ", t.settled, " skipped ", t.skipped, " stale ",
                t.stale, " dropped ", t.dropped, " expired ", t.expired, " invested ", show(s.total_invested),
                " certificate ", show(s.certificate));
}

inline std::string show(const store::ArmTally& arm) {
  return concat(arm.asked, " asked ", arm.told, " told ", arm.loss);
}
inline std::string show(const store::Bins& bins) {
  std::string text;
  for (std::size_t i = 0; i < bins.size(); ++i)
    if (bins[i] > 0) text += concat(" ", i, ":", bins[i]);
  return text;
}
inline std::string show(const store::Ledger& ledger) {
  std::string text = concat("all ", show(ledger.all), " rewards ", ledger.rewards, " delays",
                            show(ledger.delays), " scale ", show(ledger.scale), " last at ", ledger.last_at);
  for (const store::ArmTally& arm : ledger.arms) text += concat(" (", show(arm), ")");
  return text;
}

struct Show {
  std::string operator()(const service::Asked& asked) const {
    std::string text = "asked";
    for (const service::Made& m : asked.decisions)
      text += concat(" (", m.id, ": ", show(m.decision), " ", show(m.action), ")");
    return text;
  }
  std::string operator()(const service::Heard& heard) const {
    std::string text = "heard";
    for (const service::Told& told : heard.results)
      text += concat(" (", told.id, ": ", name(told.verdict), ")");
    return text;
  }
  std::string operator()(const service::Expired& expired) const {
    return concat("expired ", expired.count, expired.more ? " and more" : "");
  }
  std::string operator()(const service::Done&) const { return "done"; }
  std::string operator()(const service::View& view) const {
    return concat(show(view.summary), " x ", show(view.probabilities), " point ", show(view.point),
                  " ledger ", view.ledger ? show(*view.ledger) : "none", " ages", show(view.ages));
  }
  std::string operator()(const service::OpenRounds& open) const {
    std::string text = "open";
    for (const RoundId round : open.rounds) text += concat(" ", round);
    return text;
  }
  std::string operator()(const service::Found& found) const {
    return concat(found.id, ": ", show(found.decision), "; ",
                  found.outcome ? show(*found.outcome) : std::string("open"));
  }
  std::string operator()(const service::Summaries& all) const {
    std::string text = "bandits";
    for (const service::Summary& summary : all.bandits) text += concat(" (", show(summary), ")");
    return text;
  }
  std::string operator()(const service::Measures&) const { return "measures"; }
  std::string operator()(const service::Problem& problem) const {
    return concat("problem ", static_cast<int>(problem.kind));
  }
};

inline std::string show(const service::Answer& answer) { return std::visit(Show{}, answer); }

}  // namespace banker::testing
