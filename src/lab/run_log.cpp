#include "banker/lab/run_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "../agent/json.hpp"
#include "../agent/rules.hpp"
#include "../core/text.hpp"
#include "banker/version.hpp"

namespace banker::lab {

namespace {

Error cannot(std::string_view what, const std::string& path) {
  return {ErrorCode::kBadValue,
          concat("cannot ", what, " ", path, ": ", std::string_view(std::strerror(errno)))};
}

Json to_json(const Job& job) {
  Json json{{"spec", Json::parse(job.spec)},  {"losses", job.losses},
            {"delays", job.delays},           {"arms", job.arms},
            {"rounds", job.rounds},           {"seed", job.seed},
            {"drop_after", job.drop_after},   {"losses_data", job.losses_data},
            {"delays_data", job.delays_data}, {"version", BANKER_VERSION}};
  if (job.points != kPoints) json["points"] = job.points;
  return json;
}

Json to_json(std::optional<double> value) { return value ? Json(*value) : Json(); }

std::optional<double> number(const Json& json) {
  return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

// What a run is known by: the number of its rule, which lines of 0.1.0 do not have, and not the version that played it.
std::string key_of(Json job) {
  job["spec"] = with_rules(job.value("spec", Json()), Unnumbered::kFirst);
  job.erase("version");
  return job.dump();
}

// Nothing if the line is no finished run.
std::optional<std::pair<std::string, RunResult>> read_line(const std::string& line) {
  const auto json = parse_json(line);
  if (!json || !json->is_object()) return std::nullopt;
  for (const char* key : {"job", "regret", "total_outstanding", "ns_per_round", "curve"}) {
    if (!json->contains(key)) return std::nullopt;
  }
  RunResult result;
  const auto regret = number((*json)["regret"]), outstanding = number((*json)["total_outstanding"]),
             ns = number((*json)["ns_per_round"]);
  if (!regret || !outstanding || !ns || !(*json)["curve"].is_array()) return std::nullopt;
  result.regret = *regret;
  result.total_outstanding = *outstanding;
  result.ns_per_round = *ns;
  result.certificate = number(json->value("certificate", Json()));
  result.total_invested = number(json->value("total_invested", Json()));
  for (const Json& point : (*json)["curve"]) {
    if (!point.is_number()) return std::nullopt;
    result.curve.push_back(point.get<double>());
  }
  if (!(*json)["job"].is_object()) return std::nullopt;
  return std::pair(key_of((*json)["job"]), std::move(result));
}

}  // namespace

Result<RunLog> RunLog::open(const std::string& path, bool resume) {
  const auto refuse = [&](std::string_view why) { return Error{ErrorCode::kBadValue, concat(path, why)}; };
  RunLog log;
  log.path_ = path;
  log.file_.number =
      ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0666);
  if (log.file_.number < 0) {
    if (errno != EEXIST) return cannot("open", path);
    return refuse(" is there already: continue with --resume, or give another folder");
  }
  const bool locked = flock(log.file_.number, LOCK_EX | LOCK_NB) == 0;
  if (!locked && errno == EWOULDBLOCK)  // other errors: the file system has no locks
    return refuse(" is being written by another program: wait for it, or give another folder");
  if (auto error = log.read_known()) return *error;
  return log;
}

Result<RunLog> RunLog::read(const std::string& path) {
  RunLog log;
  log.path_ = path;
  if (auto error = log.read_known()) return *error;
  return log;
}

// Whole lines are finished runs. What follows the last of them was cut off, if it starts as a line does.
std::optional<Error> RunLog::read_known() {
  const auto refuse = [&](std::size_t n) {
    return Error{ErrorCode::kBadValue,
                 concat(path_, ": line ", n,
                        " is not a finished run; delete it, or move the file away to start anew")};
  };
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored))
    return Error{ErrorCode::kBadValue, concat(path_, " is not a plain file")};
  std::ifstream in(path_, std::ios::binary);
  if (!in) return cannot("read", path_);
  std::string line;
  std::size_t good = 0;  // bytes of whole lines
  for (std::size_t n = 1; std::getline(in, line); ++n) {
    if (in.eof()) {
      const std::string_view start = "{\"job\":";
      if (line.substr(0, start.size()) != start.substr(0, line.size())) return refuse(n);
      if (file_.number >= 0 && ftruncate(file_.number, static_cast<off_t>(good)) != 0)
        return cannot("write", path_);
      return std::nullopt;
    }
    auto run = read_line(line);
    if (!run) return refuse(n);
    known_.insert(*std::move(run));
    good += line.size() + 1;
  }
  return in.bad() ? std::optional(cannot("read", path_)) : std::nullopt;
}

std::optional<RunResult> RunLog::find(const Job& job) const {
  if (job.own) return std::nullopt;
  const auto found = known_.find(key_of(to_json(job)));
  if (found == known_.end()) return std::nullopt;
  const bool whole = found->second.curve.size() == std::min<std::uint64_t>(job.points, job.rounds);
  return whole ? std::optional(found->second) : std::nullopt;
}

std::optional<Error> RunLog::append(const Job& job, const RunResult& result) {
  if (job.own) {
    return Error{
        ErrorCode::kBadValue,
        concat(path_,
               " cannot keep runs of scale rules of your own, nor of losses or delays of your own without a "
               "fingerprint in their `data`: it could not tell them from others of the same name; run them "
               "without it")};
  }
  const Json json{{"job", to_json(job)},
                  {"regret", result.regret},
                  {"certificate", to_json(result.certificate)},
                  {"total_invested", to_json(result.total_invested)},
                  {"total_outstanding", result.total_outstanding},
                  {"ns_per_round", result.ns_per_round},
                  {"curve", result.curve}};
  const std::string line = json.dump() + '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t written = ::write(file_.number, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) return cannot("write", path_);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

RunLog::File::~File() {
  if (number >= 0) close(number);
}

}  // namespace banker::lab
