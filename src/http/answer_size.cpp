#include "answer_size.hpp"

#include <string_view>
#include <vector>

#include "banker/service/service.hpp"

namespace banker::http {

namespace {

// Of texts, each with what comes before and after it.
constexpr std::size_t kNumber = 25;     // -2.2250738585072014e-308
constexpr std::size_t kDecision = 110;  // beside its id: {"id":"","round":,"action":,"arm":,"probability":},
constexpr std::size_t kResult = 60;     // {"id":"","status":"","counted":false,"detail":""},
constexpr std::size_t kLine = 1024;     // of a bandit, beside its spec
constexpr std::size_t kHelp = 4096;     // of metrics

// In quotes. Most of what is escaped takes two bytes.
std::size_t quoted(std::string_view text) { return 2 * text.size() + 3; }

// Beside the string itself, which keeps short ones.
std::size_t heap(const std::string& text) {
  return text.capacity() > std::string().capacity() ? text.capacity() + 1 : 0;
}
template <class Item>
std::size_t heap(const std::vector<Item>& items) {
  return items.capacity() * sizeof(Item);
}

struct Measure {
  AnswerSize operator()(const service::Asked& asked) const {
    AnswerSize size{heap(asked.decisions), 0};
    const auto& names = asked.who->arm_names;
    for (const service::Made& made : asked.decisions) {
      size.object += heap(made.id) + heap(made.action);
      size.text += kDecision + quoted(made.id) + kNumber * made.action.size();
      if (!names.empty()) size.text += quoted(names[made.decision.arm]);
    }
    return size;
  }
  AnswerSize operator()(const service::Heard& heard) const {
    AnswerSize size{heap(heard.results), 0};
    for (const service::Told& told : heard.results) {
      size.object += heap(told.id) + heap(told.detail);
      size.text += kResult + quoted(told.id) + quoted(told.detail);
    }
    return size;
  }
  // A spec has the names of arms, which come a second time.
  AnswerSize operator()(const service::View& view) const {
    constexpr std::size_t kArm = 8 + 4 * kNumber;  // its number, and what there is of it in four lists
    const std::size_t arms = view.ledger->arms.size();
    return {sizeof *view.ledger + heap(view.ledger->arms) + heap(view.probabilities) + heap(view.point),
            kLine + 2 * view.summary.spec->size() + kArm * arms + kNumber * view.point.size()};
  }
  AnswerSize operator()(const service::Found& found) const {
    const auto& row = found.decision;
    AnswerSize size{heap(row.action), kLine + quoted(found.id) + kNumber * row.action.size()};
    if (!row.statement) return size;
    size.object += heap(row.statement->payments);
    size.text += 3 * kNumber * row.statement->payments.size();
    return size;
  }
  AnswerSize operator()(const service::Summaries& summaries) const {
    AnswerSize size = lines(summaries.bandits);
    for (const service::Summary& summary : summaries.bandits) size.text += summary.spec->size();
    return size;
  }
  AnswerSize operator()(const service::Measures& measures) const {  // a line of each bandit in a dozen lists
    AnswerSize size = lines(measures.bandits);
    size.text += kHelp;
    for (const service::Summary& summary : measures.bandits) size.text += 13 * quoted(summary.name);
    return size;
  }
  AnswerSize operator()(const service::OpenRounds& open) const {
    return {heap(open.rounds), kNumber * open.rounds.size()};
  }
  AnswerSize operator()(const service::Expired&) const { return {}; }
  AnswerSize operator()(const service::Done&) const { return {}; }
  AnswerSize operator()(const service::Problem&) const { return {}; }

 private:
  static AnswerSize lines(const std::vector<service::Summary>& bandits) {
    return {heap(bandits), kLine * (bandits.size() + 1)};
  }
};

}  // namespace

AnswerSize size_of(const service::Answer& answer) { return std::visit(Measure{}, answer); }

// What the service refuses anyway has a short answer.
std::size_t expected_size(const service::Request& request) {
  constexpr std::size_t kMany = 1000, kOwnId = 24;  // ids that the server makes
  const auto long_one = [](std::size_t count) {
    return count > kMany && count <= service::Options().max_at_once;
  };
  std::size_t size = 0;
  if (const auto* ask = std::get_if<service::Ask>(&request); ask && long_one(ask->count)) {
    size = ask->count * (sizeof(service::Made) + kDecision + kOwnId);
    for (const std::string& id : ask->ids) size += heap(id) + quoted(id);
  }
  if (const auto* tell = std::get_if<service::Tell>(&request); tell && long_one(tell->reports.size())) {
    size = tell->reports.size() * (sizeof(service::Told) + kResult + quoted(""));
    for (const service::Report& report : tell->reports) size += heap(report.id) + quoted(report.id);
  }
  return size;
}

}  // namespace banker::http
