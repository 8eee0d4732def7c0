#include "results.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "banker/lab/scores.hpp"
#include "banker/version.hpp"
#include "show.hpp"

namespace banker::apps {

namespace {

std::vector<lab::Summary> summarize(const lab::Report& report, std::size_t cell) {
  return lab::summarize(report.study, report.results, cell, report.study.reference);
}

Json settings_of(const lab::Cell& cell) {
  return {{"losses", cell.losses.text},
          {"delays", cell.delays.text},
          {"arms", cell.arms},
          {"rounds", cell.rounds}};
}

Json settings_of(Verb verb, const lab::Report& report) {
  Json settings = verb == Verb::kCompare ? settings_of(report.study.cells[0]) : Json::object();
  settings["runs"] = report.study.runs;
  settings["seed"] = report.study.seed;
  if (report.study.drop_after != lab::kNever) settings["drop_after"] = report.study.drop_after;
  if (report.study.reference) settings["share_of"] = report.study.agents[*report.study.reference];
  settings["version"] = BANKER_VERSION;
  if (report.stopped())
    settings["stopped"] = {{"finished", report.finished()}, {"of", report.results.size()}};
  return settings;
}

Json scores_of(const lab::Report& report) {
  Json list = Json::array();
  for (const lab::Score& score : lab::score(report.study, report.results, *report.study.reference)) {
    Json worst;
    if (score.worst) {
      worst = settings_of(report.study.cells[*score.worst]);
      worst["score"] = *score.shares[*score.worst];
    }
    list.push_back({{"agent", score.agent},
                    {"score", score.score ? Json(score.score->mean) : Json()},
                    {"stderr", score.score ? to_json(score.score->standard_error) : Json()},
                    {"worst_cell", std::move(worst)}});
  }
  return list;
}

std::string as_json(Verb verb, const lab::Report& report) {
  Json json = Json::object();
  if (verb == Verb::kCompare) {
    json["agents"] = to_json(summarize(report, 0), report.study.reference.has_value());
  } else {
    json["cells"] = Json::array();
    for (std::size_t i = 0; i < report.study.cells.size(); ++i) {
      Json cell = settings_of(report.study.cells[i]);
      cell["agents"] = to_json(summarize(report, i), report.study.reference.has_value());
      json["cells"].push_back(std::move(cell));
    }
  }
  if (report.study.reference) json["scores"] = scores_of(report);
  json["settings"] = settings_of(verb, report);
  return json.dump(2) + '\n';
}

std::string as_csv(const lab::Report& report) {
  std::string out = kCsvPlace + ",runs,regret,stderr,worst,certificate,ns_per_round,rank";
  out += report.study.reference ? ",share\n" : "\n";
  for (std::size_t i = 0; i < report.study.cells.size(); ++i) {
    const lab::Cell& cell = report.study.cells[i];
    for (const lab::Summary& agent : summarize(report, i)) {
      out += csv_place(cell, agent.agent) + ',' + std::to_string(agent.runs) + ',' +
             text_or_nothing(agent.regret.mean) + ',' + text_or_nothing(agent.regret.standard_error) + ',' +
             text_or_nothing(agent.worst) + ',' + text_or_nothing(agent.certificate) + ',' +
             text_or_nothing(agent.ns_per_round) + ',' + (agent.rank ? std::to_string(*agent.rank) : "");
      if (report.study.reference) out += ',' + text_or_nothing(agent.share);
      out += '\n';
    }
  }
  return out;
}

std::vector<std::vector<lab::Summary>> all_cells(const lab::Report& report) {
  std::vector<std::vector<lab::Summary>> cells;
  for (std::size_t i = 0; i < report.study.cells.size(); ++i) cells.push_back(summarize(report, i));
  return cells;
}

std::string as_markdown(const lab::Report& report) {
  if (report.study.reference)
    return markdown(report.study, lab::score(report.study, report.results, *report.study.reference));
  return markdown(report.study, all_cells(report));
}

std::string as_table(const lab::Report& report) {
  if (report.study.cells.size() == 1) return show(report.study, summarize(report, 0), report.study.reference);
  if (report.study.reference)
    return show_scores(report.study, lab::score(report.study, report.results, *report.study.reference),
                       *report.study.reference);
  return show_all(report.study, all_cells(report));
}

std::string as_text(Verb verb, const lab::Report& report, const std::string& format) {
  if (format == "json") return as_json(verb, report);
  if (format == "csv") return as_csv(report);
  if (format == "markdown") return as_markdown(report);
  return as_table(report);
}

// Says which cells have no shares.
void report_left_out(const lab::Report& report) {
  const std::string& reference = report.study.agents[*report.study.reference];
  for (std::size_t i = 0; i < report.study.cells.size(); ++i) {
    for (const lab::Summary& agent : summarize(report, i)) {
      if (agent.agent != reference || agent.share) continue;
      std::fprintf(stderr, "left out of the scores: %s, where the mean regret of %s is %s\n",
                   title(report.study.cells[i]).c_str(), reference.c_str(),
                   pretty(agent.regret.mean).c_str());
    }
  }
}

}  // namespace

bool write_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path fresh = path.string() + '.' + std::to_string(getpid()) + ".new";
  errno = 0;
  std::ofstream out(fresh, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(fresh, path, error);
  else error = {errno == 0 ? EIO : errno, std::generic_category()};
  if (!error) return true;
  std::fprintf(stderr, "cannot write %s: %s\n", path.c_str(), error.message().c_str());
  std::filesystem::remove(fresh, error);
  return false;
}

int print(Verb verb, const lab::Report& report, const Output& output) {
  bool good = true;
  if (!output.folder.empty()) {
    const std::filesystem::path folder(output.folder);
    good = write_file(folder / "results.json", as_json(verb, report)) &&
           write_file(folder / "results.csv", as_csv(report)) &&
           write_file(folder / "results.md", as_markdown(report));
  }
  const std::string text = as_text(verb, report, output.format);
  std::fwrite(text.data(), 1, text.size(), stdout);
  good = flushed() && good;
  if (report.study.reference) report_left_out(report);
  if (report.stopped()) {
    std::fprintf(stderr, "stopped: %zu of %zu runs are finished%s\n", report.finished(),
                 report.results.size(),
                 output.folder.empty() ? " and none is kept: --out FOLDER would" : "; --resume goes on");
  }
  return good && !report.stopped() ? 0 : 1;
}

}  // namespace banker::apps
