// Bytes in place of a snapshot: refused, or an agent that plays on and saves what it loads.
//
// Bytes that begin as a snapshot does are taken as they are, and once more with their checksum put right. Of others the first
// chooses an agent, and the rest say which words of its state are replaced and where it is cut.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/snapshot.hpp"
#include "banker/banker.hpp"
#include "require.hpp"

namespace {

using namespace banker;
using testing::require;

// Every agent of the catalog; and every spending and kind of body, which lies in the square [-1, 1]^2.
std::vector<std::string> specs() {
  std::vector<std::string> all;
  for (const CatalogEntry& entry : catalog()) {
    const char* size =
        entry.kind == "arms" ? R"("arms":3})" : R"("body":{"type":"ball","dimension":2,"radius":1}})";
    all.push_back(R"({"agent":")" + entry.name + R"(",)" + size);
  }
  for (const char* spec :
       {R"({"agent":"banker-omd","arms":3,"regularizer":"negentropy"})",
        R"({"agent":"banker-tinf","arms":2,"spending":"proportional"})",
        R"({"agent":"banker-sftinf","arms":3,"spending":"newest-first"})",
        R"({"agent":"banker-bolo","body":{"type":"polytope","A":[[-1,0],[0,-1],[1,1]],"b":[0,0,1]},)"
        R"("spending":"proportional"})",
        R"({"agent":"banker-bolo","actions":{"a":[0,1],"b":[1,0],"c":[1,1]},"spending":"newest-first"})",
        R"({"agent":"bolo","body":{"type":"product","bodies":[{"type":"box","lower":[0],"upper":[1]},)"
        R"({"type":"polytope","A":[[-1],[1]],"b":[0,1]}]},"sampler":"eigen"})",
        R"({"agent":"delayed-scrible","body":{"type":"polytope","A":[[-1,0],[0,-1],[1,1]],"b":[0,0,1]}})",
        R"({"agent":"delayed-scrible","actions":[[0,1],[1,0],[1,1]]})"})
    all.emplace_back(spec);
  return all;
}

struct Subject {
  std::string spec, parts, state;
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = [] {
    std::vector<Subject> made;
    for (const std::string& spec : specs()) {
      auto agent = *make_agent(spec);
      for (int i = 0; i < 12; ++i) {  // some rounds settled, some open
        const auto decision = agent->ask();
        if (decision && i % 3 != 0) require(bool(agent->tell(decision->round, 0.0625 * i)));
      }
      const std::string bytes = agent->save();
      const auto snapshot = *read_snapshot(bytes);
      made.push_back({std::string(snapshot.spec), std::string(snapshot.parts), std::string(snapshot.state)});
    }
    return made;
  }();
  return list;
}

void check_action(const Agent& agent, RoundId round) {
  const auto action = *agent.action(round);
  require(std::all_of(action.begin(), action.end(), [](double v) { return std::fabs(v) <= 1 + 1e-9; }));
}

// `known`: it is one of the subjects, of which the actions and the losses are known.
void check(std::string_view snapshot, bool known) {
  const auto loaded = load_agent(snapshot);
  if (!loaded) return require(!loaded.error().message.empty());
  Agent& agent = **loaded;
  const auto again = load_agent(agent.save());
  require(again && (*again)->save() == agent.save());
  for (int i = 0; i < 8; ++i) {
    const auto decision = agent.ask();
    if (!decision) continue;
    require(agent.arms() == 0 || decision->arm < agent.arms());
    if (known && agent.dimension() > 0) check_action(agent, decision->round);
    const auto told = agent.tell(decision->round, 0.5);
    require(told || !known);
  }
}

// Large agents are slow, not different.
bool is_small(std::string_view spec) {
  const std::size_t most = spec.find("dimension") == spec.npos ? 4 : 2;  // digits of a number
  std::size_t run = 0;
  for (const char c : spec) {
    run = std::isdigit(static_cast<unsigned char>(c)) != 0 ? run + 1 : 0;
    if (run > most) return false;
  }
  return true;
}

// What follows the checksum, with a right one.
void check_content(std::string_view content) {
  ByteReader in(content);
  const std::string_view spec = in.text(), parts = in.text(), state = in.text();
  if (in.ok() && in.at_end() && is_small(spec))
    check(write_snapshot({std::string(spec), parts, state}), false);
}

void check_changed(const Subject& subject, std::string_view changes) {
  std::string state = subject.state;
  for (; changes.size() >= 9; changes.remove_prefix(9)) {  // a place and the word to put there
    const std::size_t word = static_cast<std::uint8_t>(changes[0]) * std::size_t{8};
    if (word + 8 <= state.size()) state.replace(word, 8, changes.substr(1, 8));
  }
  if (!changes.empty() && static_cast<std::uint8_t>(changes[0]) >= 128)
    state.resize(static_cast<std::uint8_t>(changes[0]));
  check(write_snapshot({std::string(subject.spec), subject.parts, state}), true);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kMagic = "banker-snapshot\n";
  constexpr std::size_t kHeader = kMagic.size() + 16;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.empty()) return 0;
  if (!bytes.starts_with(kMagic)) {
    check_changed(subjects()[data[0] % subjects().size()], bytes.substr(1));
    return 0;
  }
  check(bytes, false);
  if (size > kHeader) check_content(bytes.substr(kHeader));
  return 0;
}
