#include <cstdio>
#include <filesystem>
#include <fstream>

#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "banker/lab/scores.hpp"
#include "progress.hpp"
#include "report.hpp"
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

int run(Verb verb, const lab::Request& request, const Output& output) {
  auto study = lab::plan(request);
  if (!study) return refuse(study.error().message);
  std::optional<std::size_t> reference;
  if (output.share_of) {
    const auto found = lab::find_agent(*study, *output.share_of);
    if (!found) return refuse("--share-of: " + found.error().message);
    reference = *found;
  }
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
  return print(verb, {*std::move(study), *std::move(results), reference}, output);
}

}  // namespace

int refuse(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 2;
}

int compare(const lab::Request& request, const Output& output) {
  return run(Verb::kCompare, request, output);
}

int run_file(const std::string& file, std::optional<std::size_t> runs, std::optional<std::uint64_t> seed,
             const Output& output) {
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
  auto request = lab::read_request(text);
  if (!request) return refuse(file + ": " + request.error().message);
  if (runs) request->runs = *runs;
  if (seed) request->seed = *seed;
  return run(Verb::kRun, *request, output);
}

}  // namespace banker::apps
