#include "banker/lab/report.hpp"

#include <algorithm>
#include <charconv>

#include "../agent/json.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/lab/bound.hpp"
#include "banker/lab/scores.hpp"
#include "banker/lab/summary.hpp"
#include "banker/lab/thin.hpp"
#include "banker/version.hpp"
#include "entrant.hpp"

// The keys and their meaning are in web/src/wire.ts. Figures of the tables are there in full, points of curves to five digits.
namespace banker::lab {

namespace {

// To five digits: what a chart can show.
double brief(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 5).ptr;
  std::from_chars(text, end, value);
  return value;
}

Json briefly(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double v : values) list.push_back(brief(v));
  return list;
}
Json briefly_or_null(const std::vector<double>& values) { return values.empty() ? Json() : briefly(values); }

Json or_null(std::optional<double> value) { return value ? Json(*value) : Json(); }

Json curve_of(const Summary& summary, std::uint64_t rounds, std::size_t kept) {
  Json round = Json::array(), mean = Json::array(), half = Json::array();
  for (const std::size_t i : thin(summary.curve, kept)) {
    round.push_back(end_of_part(i + 1, summary.curve.size(), rounds));
    mean.push_back(brief(summary.curve[i]));
    if (!summary.half.empty()) half.push_back(brief(summary.half[i]));
  }
  return {{"round", std::move(round)},
          {"mean", std::move(mean)},
          {"half", summary.half.empty() ? Json() : std::move(half)}};
}

Json flow_of(const Flow& flow) {
  Json paid = Json::array();
  for (const auto& [from, to, amount] : flow.paid) paid.push_back(Json::array({from, to, brief(amount)}));
  return {{"ends", flow.ends},
          {"scale", briefly(flow.scale)},
          {"borrowed", briefly(flow.borrowed)},
          {"reserve", briefly(flow.reserve)},
          {"paid", std::move(paid)}};
}

Json detail_of(const Trace& trace) {
  if (trace.ends.empty()) return {};
  Json arms = Json::array(), bank;
  for (const ArmTrace& arm : trace.arms)
    arms.push_back({{"name", arm.name}, {"best", arm.best}, {"share", briefly(arm.share)}});
  if (trace.bank) {
    bank = {{"pooled", trace.bank->pooled},
            {"open", briefly(trace.bank->open)},
            {"saved", briefly(trace.bank->saved)},
            {"flow", flow_of(trace.bank->flow)}};
  }
  return {{"ends", trace.ends}, {"arms", std::move(arms)}, {"bank", std::move(bank)}};
}

Json trace_of(const Trace& trace) {
  return {{"round", trace.round},
          {"regret", briefly(trace.regret)},
          {"outstanding", briefly(trace.outstanding)},
          {"bound", briefly_or_null(trace.bound)},
          {"certificate", briefly_or_null(trace.certificate)},
          {"invested", briefly_or_null(trace.invested)},
          {"scale", briefly_or_null(trace.scale)},
          {"detail", detail_of(trace)}};
}

Json behind_of(const Summary& summary) {
  if (!summary.behind) return {};
  return {{"mean", summary.behind->mean}, {"half", or_null(summary.behind->half)}};
}

Json entry_of(const Report& report, std::size_t cell, const Summary& summary, std::size_t kept) {
  const Study& study = report.study;
  const std::size_t agent = *find_agent(study, summary.agent);
  const Trace* trace = report.trace_of(cell, agent);
  const Cell& place = study.cells[cell];
  return {{"agent", agent},
          {"regret",
           {{"mean", summary.regret.mean},
            {"stderr", or_null(summary.regret.standard_error)},
            {"worst", summary.worst}}},
          {"certificate", or_null(summary.certificate)},
          {"ns_per_round", summary.ns_per_round},
          {"share", or_null(summary.share)},
          {"runs", summary.runs},
          {"rank", summary.rank ? Json(*summary.rank) : Json()},
          {"behind", behind_of(summary)},
          {"curve", curve_of(summary, place.rounds, kept)},
          {"trace", trace ? trace_of(*trace) : Json()}};
}

Json cell_of(const Report& report, std::size_t index, std::size_t kept) {
  const Cell& cell = report.study.cells[index];
  Json agents = Json::array();
  for (const Summary& summary : summarize(report.study, report.results, index, report.study.reference))
    agents.push_back(entry_of(report, index, summary, kept));
  return {{"losses", cell.losses.text}, {"delays", cell.delays.text},   {"arms", cell.arms},
          {"rounds", cell.rounds},      {"linear", cell.losses.linear}, {"command", command(report, index)},
          {"agents", std::move(agents)}};
}

Json agent_of(const Report& report, std::size_t index) {
  const Json spec = *read_agent(report.request.agents[index]);
  const std::string name = spec["agent"].get<std::string>();
  const auto entry =
      std::find_if(catalog().begin(), catalog().end(), [&](const auto& e) { return e.name == name; });
  bool bank = false;
  Json formula;
  for (std::size_t i = 0; i < report.study.cells.size() && formula.is_null(); ++i) {
    const Cell& cell = report.study.cells[i];
    if (const auto found = bound(cell.specs[index], cell)) formula = found->formula;
  }
  for (std::size_t i = 0; i < report.results.size() && !bank; ++i) {
    if (i % report.study.agents.size() == index && report.results[i])
      bank = report.results[i]->certificate.has_value();
  }
  return {{"name", report.study.agents[index]},
          {"spec", spec.dump()},
          {"paper", entry->paper},
          {"bank", bank},
          {"bound", std::move(formula)}};
}

Json scores_of(const Report& report) {
  if (!report.study.reference) return {};
  Json list = Json::array();
  for (const Score& score : score(report.study, report.results, *report.study.reference)) {
    Json shares = Json::array();
    for (const auto& share : score.shares) shares.push_back(or_null(share));
    list.push_back({{"agent", *find_agent(report.study, score.agent)},
                    {"score", score.score ? Json(score.score->mean) : Json()},
                    {"stderr", score.score ? or_null(score.score->standard_error) : Json()},
                    {"worst_cell", score.worst ? Json(*score.worst) : Json()},
                    {"shares", std::move(shares)}});
  }
  return list;
}

Json settings_of(const Report& report) {
  const Study& study = report.study;
  return {{"runs", study.runs},
          {"seed", study.seed},
          {"drop_after", study.drop_after == kNever ? Json() : Json(study.drop_after)},
          {"share_of", study.reference ? Json(study.agents[*study.reference]) : Json()},
          {"stopped",
           report.stopped() ? Json{{"finished", report.finished()}, {"of", report.results.size()}} : Json()}};
}

std::string title_of(const Study& study) {
  const Cell& cell = study.cells[0];
  const std::string agents = concat(study.agents.size(), study.agents.size() == 1 ? " agent" : " agents");
  if (study.cells.size() > 1) return concat(agents, " on ", study.cells.size(), " problems");
  return concat(agents, " on ", cell.losses.text, ", delays ", cell.delays.text);
}

}  // namespace

std::string report_json(const Report& report) {
  const Study& study = report.study;
  const ReportSize size = report_size(study);
  Json agents = Json::array(), cells = Json::array();
  for (std::size_t i = 0; i < study.agents.size(); ++i) agents.push_back(agent_of(report, i));
  for (std::size_t i = 0; i < study.cells.size(); ++i) cells.push_back(cell_of(report, i, size.curve));
  const auto from_file = [](const auto& source) { return source.data != 0 && !source.own; };
  const bool data = std::any_of(study.cells.begin(), study.cells.end(),
                                [&](const Cell& c) { return from_file(c.losses) || from_file(c.delays); });
  const Json json{{"format", 1},
                  {"version", BANKER_VERSION},
                  {"title", title_of(study)},
                  {"command", command(report)},
                  {"data", data},
                  {"settings", settings_of(report)},
                  {"agents", std::move(agents)},
                  {"cells", std::move(cells)},
                  {"scores", scores_of(report)},
                  {"thinning",
                   {{"recorded", study.points},
                    {"kept", size.curve},
                    {"traced", size.traced},
                    {"detailed", size.detailed}}}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace banker::lab
