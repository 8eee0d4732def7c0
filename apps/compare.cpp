#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "banker/lab/summary.hpp"
#include "banker/version.hpp"
#include "progress.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

using Json = nlohmann::ordered_json;
enum class Verb { kCompare, kRun };

struct Finished {
  lab::Study study;
  lab::Results results;

  std::size_t runs() const {
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](const auto& r) { return r.has_value(); }));
  }
  bool stopped() const { return runs() < results.size(); }
};

Json place(const lab::Cell& cell) {
  return {{"losses", cell.losses.text},
          {"delays", cell.delays.text},
          {"arms", cell.arms},
          {"rounds", cell.rounds}};
}

std::string as_json(Verb verb, const Finished& f) {
  Json settings = verb == Verb::kCompare ? place(f.study.cells[0]) : Json::object();
  settings["runs"] = f.study.runs;
  settings["seed"] = f.study.seed;
  if (f.study.drop_after != lab::kNever) settings["drop_after"] = f.study.drop_after;
  settings["version"] = BANKER_VERSION;
  if (f.stopped()) settings["stopped"] = {{"finished", f.runs()}, {"of", f.results.size()}};
  if (verb == Verb::kCompare) {
    const Json agents = to_json(lab::summarize(f.study, f.results, 0));
    return Json{{"agents", agents}, {"settings", settings}}.dump(2) + '\n';
  }
  Json cells = Json::array();
  for (std::size_t i = 0; i < f.study.cells.size(); ++i) {
    Json cell = place(f.study.cells[i]);
    cell["agents"] = to_json(lab::summarize(f.study, f.results, i));
    cells.push_back(std::move(cell));
  }
  return Json{{"cells", cells}, {"settings", settings}}.dump(2) + '\n';
}

std::string as_csv(const Finished& f) {
  std::string out = "losses,delays,arms,rounds,agent,runs,regret,stderr,certificate,ns_per_round,rank\n";
  for (std::size_t i = 0; i < f.study.cells.size(); ++i) {
    const lab::Cell& cell = f.study.cells[i];
    for (const lab::Summary& agent : lab::summarize(f.study, f.results, i)) {
      out += csv(cell.losses.text) + ',' + csv(cell.delays.text) + ',' + std::to_string(cell.arms) + ',' +
             std::to_string(cell.rounds) + ',' + csv(agent.agent) + ',' + std::to_string(agent.runs) + ',' +
             text_or_nothing(agent.regret.mean) + ',' + text_or_nothing(agent.regret.standard_error) + ',' +
             text_or_nothing(agent.certificate) + ',' + text_or_nothing(agent.ns_per_round) + ',' +
             (agent.rank ? std::to_string(*agent.rank) : "") + '\n';
    }
  }
  return out;
}

std::string as_table(const Finished& f) {
  std::vector<std::vector<lab::Summary>> cells;
  for (std::size_t i = 0; i < f.study.cells.size(); ++i)
    cells.push_back(lab::summarize(f.study, f.results, i));
  return cells.size() == 1 ? show(f.study, cells[0]) : show_all(f.study, cells);
}

// Writes the whole file or, if that fails, nothing.
bool write(const std::filesystem::path& path, const std::string& text) {
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

int print(Verb verb, const Finished& f, const Output& output) {
  bool good = true;
  if (!output.folder.empty()) {
    const std::filesystem::path folder(output.folder);
    good = write(folder / "results.json", as_json(verb, f)) && write(folder / "results.csv", as_csv(f));
  }
  const std::string text = output.format == "json"  ? as_json(verb, f)
                           : output.format == "csv" ? as_csv(f)
                                                    : as_table(f);
  std::fwrite(text.data(), 1, text.size(), stdout);
  good = flushed() && good;
  if (f.stopped()) {
    std::fprintf(stderr, "stopped: %zu of %zu runs are finished%s\n", f.runs(), f.results.size(),
                 output.folder.empty() ? " and none is kept: --out FOLDER would" : "; --resume goes on");
  }
  return good && !f.stopped() ? 0 : 1;
}

// The finished runs of the folder, if there is one.
Result<std::optional<lab::RunLog>> open_log(const Output& output) {
  const auto bad = [](std::string message) { return Error{ErrorCode::kBadValue, std::move(message)}; };
  if (output.folder.empty()) {
    if (output.resume) return bad("--resume needs --out FOLDER: that is where finished runs are kept");
    return std::optional<lab::RunLog>();
  }
  std::error_code error;
  std::filesystem::create_directories(output.folder, error);
  if (error) return bad("cannot make the folder " + output.folder + ": " + error.message());
  auto log = lab::RunLog::open((std::filesystem::path(output.folder) / "runs.jsonl").string(), output.resume);
  if (!log) return log.error();
  return std::optional(*std::move(log));
}

void report_known(const lab::Study& study, const lab::RunLog& log) {
  std::size_t known = 0;
  for (std::size_t i = 0; i < study.jobs(); ++i) known += log.find(lab::job(study, i)).has_value();
  if (log.size() == known) return;
  std::fprintf(stderr,
               "%zu of %zu runs are finished; %zu others there are of another study, data or version\n",
               known, study.jobs(), log.size() - known);
}

int run(Verb verb, const lab::Request& request, const Output& output) {
  auto study = lab::plan(request);
  if (!study) return refuse(study.error().message);
  auto log = open_log(output);
  if (!log) return refuse(log.error().message);
  double rounds = 0;
  for (const lab::Cell& cell : study->cells)
    rounds += static_cast<double>(cell.rounds) * static_cast<double>(study->agents.size() * study->runs);
  Progress progress(rounds);
  lab::RunnerOptions options{.threads = output.threads, .watch = &progress.watch()};
  options.tick = [&] { progress.tick(); };
  if (*log) {
    if (output.resume) report_known(*study, **log);
    options.known = [&](std::size_t index) {
      const lab::Job job = lab::job(*study, index);
      auto result = (*log)->find(job);
      if (result) progress.skip(static_cast<double>(job.rounds));
      return result;
    };
    options.keep = [&](std::size_t index, const lab::RunResult& result) {
      return (*log)->append(lab::job(*study, index), result);
    };
  }
  auto results = lab::run(*study, options);
  progress.clear();
  if (!results) {
    std::fprintf(stderr, "%s\n", results.error().message.c_str());
    return 1;
  }
  return print(verb, {*std::move(study), *std::move(results)}, output);
}

}  // namespace

int refuse(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 2;
}

int compare(const lab::Request& request, const Output& output) {
  return run(Verb::kCompare, request, output);
}

int run_file(const std::string& file, const Output& output) {
  std::ifstream in(file, std::ios::binary);
  std::error_code ignored;
  if (!in || std::filesystem::is_directory(file, ignored))
    return refuse("cannot read " + file + ": it is not there, or not a file");
  constexpr std::size_t kMost = std::size_t{16} << 20;
  std::string text(kMost + 1, '\0');
  try {
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
  } catch (const std::exception&) {  // some files cannot be read though they can be opened
    return refuse("cannot read " + file);
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMost) return refuse(file + " is longer than 16 MiB");
  const auto request = lab::read_request(text);
  if (!request) return refuse(file + ": " + request.error().message);
  return run(Verb::kRun, *request, output);
}

}  // namespace banker::apps
