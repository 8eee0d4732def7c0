#include "../core/text.hpp"
#include "banker/lab/report.hpp"
#include "entrant.hpp"

namespace banker::lab {

namespace {

// A word of a shell command, in quotes where it needs them.
std::string word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

std::string share_of(const Request& request) {
  return request.share_of ? " --share-of " + word(*request.share_of) : "";
}

// In the order of the study: compare takes names first, so those after a spec are specs too.
std::string agents_of(const Request& request) {
  std::string names, specs;
  for (const std::string& agent : request.agents) {
    if (is_spec(agent)) specs += " --agent " + word(agent);
    else if (!specs.empty()) specs += " --agent " + word(concat("{\"agent\":\"", agent, "\"}"));
    else names += (names.empty() ? " --agents " : ",") + agent;
  }
  return names + specs;
}

}  // namespace

std::string command(const Report& report, std::size_t index) {
  const Cell& cell = report.study.cells[index];
  const Request& request = report.request;
  std::string text = concat("banker compare", agents_of(request), " --losses ", word(cell.losses.text),
                            " --delays ", word(cell.delays.text), " --arms ", cell.arms, " --rounds ",
                            cell.rounds, " --runs ", request.runs, " --seed ", request.seed);
  if (request.drop_after != kNever) text += concat(" --drop-after ", request.drop_after);
  if (request.points != kPoints) text += concat(" --points ", request.points);
  return text + share_of(request) + " --out FOLDER";
}

std::string command(const Report& report) {
  if (report.study.cells.size() == 1) return command(report, 0);
  return "banker run study.json" + share_of(report.request) + " --out FOLDER";
}

}  // namespace banker::lab
