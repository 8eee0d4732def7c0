#include <algorithm>

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

// What no command can make: "losses running times, scale rule my-rule".
class OwnParts {
 public:
  explicit OwnParts(const Request& request) {
    for (const std::string& agent : request.agents) {
      if (const auto rule = own_rule(*read_agent(agent))) add("scale rule", *rule);
    }
  }
  void add(const Cell& cell) {
    if (cell.losses.own) add("losses", cell.losses.text);
    if (cell.delays.own) add("delays", cell.delays.text);
  }
  // On one line, whatever is in a name.
  std::string comment() const {
    std::string text = "# Made by a program with parts of its own, which no command has: ";
    for (const std::string& part : parts_) text += (&part == &parts_[0] ? "" : ", ") + part;
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return text;
  }
  bool any() const { return !parts_.empty(); }

 private:
  void add(std::string_view what, const std::string& name) {
    const std::string part = concat(what, " ", name);
    if (std::find(parts_.begin(), parts_.end(), part) == parts_.end()) parts_.push_back(part);
  }
  std::vector<std::string> parts_;
};

}  // namespace

std::string command(const Report& report, std::size_t index) {
  OwnParts own(report.request);
  own.add(report.study.cells[index]);
  if (own.any()) return own.comment();
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
  OwnParts own(report.request);
  for (const Cell& cell : report.study.cells) own.add(cell);
  if (own.any()) return own.comment();
  if (report.study.cells.size() == 1) return command(report, 0);
  return "banker run study.json" + share_of(report.request) + " --out FOLDER";
}

}  // namespace banker::lab
