#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "results.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

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

double rounds_of(const lab::Study& study) {
  double rounds = 0;
  for (const lab::Cell& cell : study.cells)
    rounds += static_cast<double>(cell.rounds) * static_cast<double>(study.agents.size() * study.runs);
  return rounds;
}

Result<lab::Results> play(const lab::Study& study, std::optional<lab::RunLog>& log, const Output& output) {
  Progress progress(rounds_of(study));
  lab::RunnerOptions options{.threads = output.threads, .watch = &progress.watch()};
  options.tick = [&] { progress.tick(); };
  if (log) {
    if (output.resume) report_known(study, *log);
    options.known = [&](std::size_t index) {
      const lab::Job job = lab::job(study, index);
      auto result = log->find(job);
      if (result) progress.skip(static_cast<double>(job.rounds));
      return result;
    };
    options.keep = [&](std::size_t index, const lab::RunResult& result) {
      return log->append(lab::job(study, index), result);
    };
  }
  auto results = lab::run(study, options);
  progress.clear();
  return results;
}

int run(Verb verb, const lab::Request& request, const Output& output) {
  auto study = lab::plan(request);
  if (!study) return refuse(study.error().message);
  auto log = open_log(output);
  if (!log) return refuse(log.error().message);
  const bool kept = !output.folder.empty();
  if (kept && !write_file(std::filesystem::path(output.folder) / "study.json", lab::write_request(request)))
    return 1;
  auto results = play(*study, *log, output);
  if (!results) {
    std::fprintf(stderr, "%s\n", results.error().message.c_str());
    return 1;
  }
  lab::Report report{request, *std::move(study), *std::move(results)};
  const int status = print(verb, report, output);
  if (!kept || report.finished() == 0) return status;
  if (!report.stopped() && !watch_runs(report, output.threads)) return 1;  // whoever stopped it wants an end
  if (!write_report(report, output.folder)) return 1;
  if (isatty(STDERR_FILENO) == 1)
    std::fprintf(stderr, "open %s\n", (std::filesystem::path(output.folder) / "index.html").c_str());
  return status;
}

}  // namespace

bool flushed() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return true;
  std::fprintf(stderr, "cannot write to standard output: %s\n", std::strerror(errno));
  return false;
}

int failed(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return error.code == ErrorCode::kBadValue ? 2 : 1;
}

int refuse(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 2;
}

int compare(const lab::Request& request, const Output& output) {
  return run(Verb::kCompare, request, output);
}

Result<std::string> read_text(const std::string& file) {
  const auto bad = [](std::string message) { return Error{ErrorCode::kBadValue, std::move(message)}; };
  std::ifstream in(file, std::ios::binary);
  std::error_code ignored;
  if (!in || std::filesystem::is_directory(file, ignored))
    return bad("cannot read " + file + ": it is not there, or not a file");
  constexpr std::size_t kMost = std::size_t{16} << 20;
  std::string text(kMost + 1, '\0');
  try {
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
  } catch (const std::exception&) {  // some files cannot be read though they can be opened
    return bad("cannot read " + file);
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMost) return bad(file + " is longer than 16 MiB");
  return text;
}

int run_file(const std::string& file, const Overrides& given, const Output& output) {
  const auto text = read_text(file);
  if (!text) return refuse(text.error().message);
  auto request = lab::read_request(*text);
  if (!request) return refuse(file + ": " + request.error().message);
  if (given.runs) request->runs = *given.runs;
  if (given.points) request->points = *given.points;
  if (given.seed) request->seed = *given.seed;
  if (given.share_of) request->share_of = given.share_of;
  return run(Verb::kRun, *request, output);
}

}  // namespace banker::apps
