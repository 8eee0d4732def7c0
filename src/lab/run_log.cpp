#include "banker/lab/run_log.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "../agent/json.hpp"
#include "../core/text.hpp"
#include "banker/version.hpp"

namespace banker::lab {

namespace {

Error cannot(std::string_view what, const std::string& path) {
  return {ErrorCode::kBadValue,
          concat("cannot ", what, " ", path, ": ", std::string_view(std::strerror(errno)))};
}

Json to_json(const Job& job) {
  return {{"spec", Json::parse(job.spec)},  {"losses", job.losses},
          {"delays", job.delays},           {"arms", job.arms},
          {"rounds", job.rounds},           {"seed", job.seed},
          {"losses_data", job.losses_data}, {"delays_data", job.delays_data},
          {"version", BANKER_VERSION}};
}

Json to_json(std::optional<double> value) { return value ? Json(*value) : Json(); }

std::optional<double> number(const Json& json) {
  return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
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
  return std::pair((*json)["job"].dump(), std::move(result));
}

}  // namespace

Result<RunLog> RunLog::open(const std::string& path, bool resume) {
  RunLog log;
  log.path_ = path;
  if (resume) {
    std::ifstream in(path, std::ios::binary);
    std::string line;
    std::size_t good = 0;  // bytes of whole lines
    for (std::size_t n = 1; std::getline(in, line); ++n) {
      if (in.eof()) break;  // no end of line: it was cut off
      auto run = read_line(line);
      if (!run)
        return Error{ErrorCode::kBadValue,
                     concat(path, ": line ", n, " is not a finished run; move the file away to start anew")};
      log.known_.insert(*std::move(run));
      good += line.size() + 1;
    }
    in.close();
    if (access(path.c_str(), F_OK) == 0 && truncate(path.c_str(), static_cast<off_t>(good)) != 0)
      return cannot("write", path);
  }
  log.file_.reset(std::fopen(path.c_str(), resume ? "ab" : "wbx"));
  if (log.file_) return log;
  if (errno != EEXIST) return cannot("write", path);
  return Error{ErrorCode::kBadValue,
               concat(path, " is there already: continue with --resume, or give another folder")};
}

std::optional<RunResult> RunLog::find(const Job& job) const {
  const auto found = known_.find(to_json(job).dump());
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Error> RunLog::append(const Job& job, const RunResult& result) {
  const Json json{{"job", to_json(job)},
                  {"regret", result.regret},
                  {"certificate", to_json(result.certificate)},
                  {"total_invested", to_json(result.total_invested)},
                  {"total_outstanding", result.total_outstanding},
                  {"ns_per_round", result.ns_per_round},
                  {"curve", result.curve}};
  const std::string line = json.dump() + '\n';
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() && std::fflush(file_.get()) == 0)
    return std::nullopt;
  return cannot("write", path_);
}

}  // namespace banker::lab
