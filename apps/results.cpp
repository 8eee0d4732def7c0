#include "results.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "banker/lab/scores.hpp"
#include "banker/version.hpp"
#include "show.hpp"

namespace banker::apps {

namespace {

using Json = nlohmann::ordered_json;

std::vector<lab::Summary> summarize(const lab::Report& f, std::size_t cell) {
  return lab::summarize(f.study, f.results, cell, f.study.reference);
}

Json place(const lab::Cell& cell) {
  return {{"losses", cell.losses.text},
          {"delays", cell.delays.text},
          {"arms", cell.arms},
          {"rounds", cell.rounds}};
}

Json settings_of(Verb verb, const lab::Report& f) {
  Json settings = verb == Verb::kCompare ? place(f.study.cells[0]) : Json::object();
  settings["runs"] = f.study.runs;
  settings["seed"] = f.study.seed;
  if (f.study.drop_after != lab::kNever) settings["drop_after"] = f.study.drop_after;
  if (f.study.reference) settings["share_of"] = f.study.agents[*f.study.reference];
  settings["version"] = BANKER_VERSION;
  if (f.stopped()) settings["stopped"] = {{"finished", f.finished()}, {"of", f.results.size()}};
  return settings;
}

Json scores_of(const lab::Report& f) {
  Json list = Json::array();
  for (const lab::Score& score : lab::score(f.study, f.results, *f.study.reference)) {
    Json worst;
    if (score.worst) {
      worst = place(f.study.cells[*score.worst]);
      worst["score"] = *score.shares[*score.worst];
    }
    list.push_back({{"agent", score.agent},
                    {"score", score.score ? Json(score.score->mean) : Json()},
                    {"stderr", score.score ? to_json(score.score->standard_error) : Json()},
                    {"worst_cell", std::move(worst)}});
  }
  return list;
}

std::string as_json(Verb verb, const lab::Report& f) {
  Json json = Json::object();
  if (verb == Verb::kCompare) {
    json["agents"] = to_json(summarize(f, 0), f.study.reference.has_value());
  } else {
    json["cells"] = Json::array();
    for (std::size_t i = 0; i < f.study.cells.size(); ++i) {
      Json cell = place(f.study.cells[i]);
      cell["agents"] = to_json(summarize(f, i), f.study.reference.has_value());
      json["cells"].push_back(std::move(cell));
    }
  }
  if (f.study.reference) json["scores"] = scores_of(f);
  json["settings"] = settings_of(verb, f);
  return json.dump(2) + '\n';
}

std::string as_csv(const lab::Report& f) {
  std::string out = kCsvPlace + ",runs,regret,stderr,worst,certificate,ns_per_round,rank";
  out += f.study.reference ? ",share\n" : "\n";
  for (std::size_t i = 0; i < f.study.cells.size(); ++i) {
    const lab::Cell& cell = f.study.cells[i];
    for (const lab::Summary& agent : summarize(f, i)) {
      out += csv_place(cell, agent.agent) + ',' + std::to_string(agent.runs) + ',' +
             text_or_nothing(agent.regret.mean) + ',' + text_or_nothing(agent.regret.standard_error) + ',' +
             text_or_nothing(agent.worst) + ',' + text_or_nothing(agent.certificate) + ',' +
             text_or_nothing(agent.ns_per_round) + ',' + (agent.rank ? std::to_string(*agent.rank) : "");
      if (f.study.reference) out += ',' + text_or_nothing(agent.share);
      out += '\n';
    }
  }
  return out;
}

std::vector<std::vector<lab::Summary>> all_cells(const lab::Report& f) {
  std::vector<std::vector<lab::Summary>> cells;
  for (std::size_t i = 0; i < f.study.cells.size(); ++i) cells.push_back(summarize(f, i));
  return cells;
}

std::string as_markdown(const lab::Report& f) {
  if (f.study.reference) return markdown(f.study, lab::score(f.study, f.results, *f.study.reference));
  return markdown(f.study, all_cells(f));
}

std::string as_table(const lab::Report& f) {
  if (f.study.cells.size() == 1) return show(f.study, summarize(f, 0), f.study.reference);
  if (f.study.reference)
    return show_scores(f.study, lab::score(f.study, f.results, *f.study.reference), *f.study.reference);
  return show_all(f.study, all_cells(f));
}

std::string as_text(Verb verb, const lab::Report& f, const std::string& format) {
  if (format == "json") return as_json(verb, f);
  if (format == "csv") return as_csv(f);
  if (format == "markdown") return as_markdown(f);
  return as_table(f);
}

// Says which cells have no shares.
void report_left_out(const lab::Report& f) {
  const std::string& reference = f.study.agents[*f.study.reference];
  for (std::size_t i = 0; i < f.study.cells.size(); ++i) {
    for (const lab::Summary& agent : summarize(f, i)) {
      if (agent.agent != reference || agent.share) continue;
      std::fprintf(stderr, "left out of the scores: %s, where the mean regret of %s is %s\n",
                   title(f.study.cells[i]).c_str(), reference.c_str(), pretty(agent.regret.mean).c_str());
    }
  }
}

}  // namespace

bool write_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path fresh = path.string() + ".new";
  std::ofstream(fresh, std::ios::binary) << text;
  std::error_code error;
  if (std::ifstream(fresh, std::ios::ate).tellg() == static_cast<std::streamoff>(text.size()))
    std::filesystem::rename(fresh, path, error);
  else error = std::make_error_code(std::errc::io_error);
  if (!error) return true;
  std::fprintf(stderr, "cannot write %s: %s\n", path.c_str(), error.message().c_str());
  std::filesystem::remove(fresh, error);
  return false;
}

int print(Verb verb, const lab::Report& f, const Output& output) {
  bool good = true;
  if (!output.folder.empty()) {
    const std::filesystem::path folder(output.folder);
    good = write_file(folder / "results.json", as_json(verb, f)) &&
           write_file(folder / "results.csv", as_csv(f)) && write_file(folder / "results.md", as_markdown(f));
  }
  const std::string text = as_text(verb, f, output.format);
  std::fwrite(text.data(), 1, text.size(), stdout);
  good = flushed() && good;
  if (f.study.reference) report_left_out(f);
  if (f.stopped()) {
    std::fprintf(stderr, "stopped: %zu of %zu runs are finished%s\n", f.finished(), f.results.size(),
                 output.folder.empty() ? " and none is kept: --out FOLDER would" : "; --resume goes on");
  }
  return good && !f.stopped() ? 0 : 1;
}

}  // namespace banker::apps
