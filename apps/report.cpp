#include "report.hpp"

#include <cstdio>
#include <filesystem>

#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "progress.hpp"
#include "results.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

// Of the first runs that are finished.
double rounds_to_trace(const lab::Report& report) {
  double rounds = 0;
  for (std::size_t cell = 0; cell < lab::report_size(report.study).traced; ++cell) {
    for (std::size_t agent = 0; agent < report.study.agents.size(); ++agent) {
      if (report.results[report.study.index(cell, agent, 0)])
        rounds += static_cast<double>(report.study.cells[cell].rounds);
    }
  }
  return rounds;
}

}  // namespace

bool watch_runs(lab::Report& report, std::size_t threads) {
  Progress progress(rounds_to_trace(report));
  lab::RunnerOptions options{.threads = threads, .watch = &progress.watch()};
  options.tick = [&] { progress.tick(); };
  auto traces = lab::trace_first_runs(report.study, report.results, options);
  progress.clear();
  if (!traces) {
    std::fprintf(stderr, "%s\n", traces.error().message.c_str());
    return false;
  }
  report.traces = *std::move(traces);
  if (progress.stopped()) std::fprintf(stderr, "stopped: the page would show less; banker report makes it\n");
  return !progress.stopped();
}

bool write_report(const lab::Report& report, const std::string& folder) {
  const std::filesystem::path path(folder);
  return write_file(path / "curves.csv", curves_csv(report)) &&
         write_file(path / "trace.csv", trace_csv(report)) &&
         write_file(path / "probabilities.csv", probabilities_csv(report)) &&
         write_file(path / "bank.csv", bank_csv(report)) &&
         write_file(path / "index.html", lab::report_page(lab::report_json(report)));
}

int report(const std::string& folder, const std::optional<std::string>& share_of, std::size_t threads) {
  const std::filesystem::path path(folder);
  std::error_code ignored;
  if (std::filesystem::is_other(path / "study.json", ignored))  // it might never end
    return refuse((path / "study.json").string() + " is not a plain file");
  const auto text = read_text((path / "study.json").string());
  if (!text)
    return refuse(text.error().message +
                  "\nA report is made of a folder that banker compare or banker run made "
                  "with --out FOLDER");
  auto request = lab::read_kept_request(*text);
  if (!request) return refuse((path / "study.json").string() + ": " + request.error().message);
  if (share_of) request->share_of = share_of;
  auto study = lab::plan(*request);
  if (!study) return refuse(study.error().message);
  const auto log = lab::RunLog::read((path / "runs.jsonl").string());
  if (!log) return refuse(log.error().message);
  lab::Results results(study->jobs());
  for (std::size_t i = 0; i < results.size(); ++i) results[i] = log->find(lab::job(*study, i));
  lab::Report report{*std::move(request), *std::move(study), std::move(results)};
  if (report.finished() == 0)
    return refuse(folder + " has no finished run of its study, with its data and its rules");
  if (report.stopped())
    std::fprintf(stderr, "%zu of %zu runs are finished\n", report.finished(), report.results.size());
  if (!watch_runs(report, threads) || !write_report(report, folder)) return 1;
  std::printf("%s\n", (path / "index.html").c_str());
  return flushed() ? 0 : 1;
}

}  // namespace banker::apps
