#include "banker/lab/summary.hpp"
#include "report.hpp"
#include "show.hpp"

namespace banker::apps {

namespace {

// Calls visit(place, trace) for everything that was traced.
template <class Visit>
void for_each_trace(const lab::Report& report, Visit visit) {
  const lab::Study& study = report.study;
  for (std::size_t cell = 0; cell < study.cells.size(); ++cell) {
    for (std::size_t agent = 0; agent < study.agents.size(); ++agent) {
      if (const lab::Trace* trace = report.trace_of(cell, agent))
        visit(csv_place(study.cells[cell], study.agents[agent]), *trace);
    }
  }
}

// Number i of a list that may be empty.
std::string at(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? text_or_nothing(values[i]) : "";
}

}  // namespace

std::string curves_csv(const lab::Report& report) {
  std::string out = kCsvPlace + ",round,regret,half_width\n";
  for (std::size_t i = 0; i < report.study.cells.size(); ++i) {
    const lab::Cell& cell = report.study.cells[i];
    for (const lab::Summary& agent : lab::summarize(report.study, report.results, i)) {
      const std::string place = csv_place(cell, agent.agent);
      for (std::size_t k = 0; k < agent.curve.size(); ++k) {
        out += place + ',' + std::to_string(lab::end_of_part(k + 1, agent.curve.size(), cell.rounds)) + ',' +
               text_or_nothing(agent.curve[k]) + ',' + at(agent.half, k) + '\n';
      }
    }
  }
  return out;
}

std::string trace_csv(const lab::Report& report) {
  std::string out =
      kCsvPlace + ",round,regret,outstanding,total_outstanding,bound,certificate,invested,scale\n";
  for_each_trace(report, [&](const std::string& place, const lab::Trace& t) {
    for (std::size_t i = 0; i < t.round.size(); ++i) {
      out += place + ',' + std::to_string(t.round[i]) + ',' + at(t.regret, i) + ',' + at(t.outstanding, i) +
             ',' + at(t.total_outstanding, i) + ',' + at(t.bound, i) + ',' + at(t.certificate, i) + ',' +
             at(t.invested, i) + ',' + at(t.scale, i) + '\n';
    }
  });
  return out;
}

std::string probabilities_csv(const lab::Report& report) {
  std::string out = kCsvPlace + ",first_round,last_round,arm,mean_probability\n";
  for_each_trace(report, [&](const std::string& place, const lab::Trace& t) {
    for (const lab::ArmTrace& arm : t.arms) {
      for (std::size_t i = 0; i < t.ends.size(); ++i) {
        out += place + ',' + std::to_string(i == 0 ? 1 : t.ends[i - 1] + 1) + ',' +
               std::to_string(t.ends[i]) + ',' + csv(arm.name) + ',' + at(arm.share, i) + '\n';
      }
    }
  });
  return out;
}

std::string bank_csv(const lab::Report& report) {
  std::string out = kCsvPlace + ",first_round,last_round,paid_by,paid_by_first,paid_by_last,amount\n";
  for_each_trace(report, [&](const std::string& place, const lab::Trace& t) {
    if (!t.bank) return;
    const lab::Flow& flow = t.bank->flow;
    const auto rounds = [&](std::size_t g) {
      return std::to_string(g == 0 ? 1 : flow.ends[g - 1] + 1) + ',' + std::to_string(flow.ends[g]);
    };
    for (std::size_t g = 0; g < flow.ends.size(); ++g) {
      out += place + ',' + rounds(g) + ",loan,,," + text_or_nothing(flow.borrowed[g]) + '\n';
      out += place + ',' + rounds(g) + ",reserve,,," + text_or_nothing(flow.reserve[g]) + '\n';
    }
    for (const auto& [from, to, amount] : flow.paid)
      out += place + ',' + rounds(to) + ",savings," + rounds(from) + ',' + text_or_nothing(amount) + '\n';
  });
  return out;
}

}  // namespace banker::apps
