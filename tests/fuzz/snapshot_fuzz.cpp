// A real state with any words replaced, or cut, under a right header: refused, or an agent that plays on and
// saves what it loads.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "agent/snapshot.hpp"
#include "banker/banker.hpp"

namespace {

struct Subject {
  std::string spec, parts, state;
};

// One of every agent, spending and kind of body, with the header its snapshots carry.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = [] {
    std::vector<Subject> made;
    for (const char* spec :
         {R"({"agent":"omd","arms":3})", R"({"agent":"banker-omd","arms":3,"regularizer":"negentropy"})",
          R"({"agent":"banker-tinf","arms":3})",
          R"({"agent":"banker-tinf","arms":2,"spending":"proportional"})",
          R"({"agent":"banker-sftinf","arms":3,"spending":"newest-first"})",
          R"({"agent":"banker-sflbinf","arms":3})",
          R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})",
          R"({"agent":"banker-bolo","body":{"type":"polytope","A":[[-1,0],[0,-1],[1,1]],"b":[0,0,1]},)"
          R"("spending":"proportional"})",
          R"({"agent":"banker-bolo","actions":{"a":[0,1],"b":[1,0],"c":[1,1]},"spending":"newest-first"})",
          R"({"agent":"bolo","body":{"type":"product","bodies":[{"type":"box","lower":[0],"upper":[1]},)"
          R"({"type":"polytope","A":[[-1],[1]],"b":[0,1]}]},"sampler":"eigen"})",
          R"({"agent":"delayed-scrible","body":{"type":"polytope","A":[[-1,0],[0,-1],[1,1]],"b":[0,0,1]}})",
          R"({"agent":"delayed-scrible","actions":[[0,1],[1,0],[1,1]]})"}) {
      auto agent = *banker::make_agent(spec);
      for (int i = 0; i < 12; ++i) {  // some rounds settled, some open
        const auto decision = agent->ask();
        if (decision && i % 3 != 0 && !agent->tell(decision->round, 0.0625 * i)) std::abort();
      }
      const std::string bytes = agent->save();
      const auto snapshot = *banker::read_snapshot(bytes);
      made.push_back({std::string(snapshot.spec), std::string(snapshot.parts), std::string(snapshot.state)});
    }
    return made;
  }();
  return list;
}

// Every body above lies in the square [-1, 1]^2.
bool inside(const banker::Agent& agent, const banker::Decision& decision) {
  if (agent.dimension() == 0) return decision.arm < agent.arms();
  const auto action = *agent.action(decision.round);
  return std::all_of(action.begin(), action.end(), [](double v) { return std::fabs(v) <= 1 + 1e-9; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Subject& subject = subjects()[data[0] % subjects().size()];
  std::string state = subject.state;
  std::size_t at = 1;
  for (; at + 9 <= size; at += 9) {  // a place and the word to put there
    const std::size_t word = data[at] * 8;
    if (word + 8 <= state.size()) state.replace(word, 8, reinterpret_cast<const char*>(data) + at + 1, 8);
  }
  if (at < size) state.resize(data[at] < 128 ? state.size() : data[at]);
  const auto loaded = banker::load_agent(banker::write_snapshot({subject.spec, subject.parts, state}));
  if (!loaded) return 0;
  banker::Agent& agent = **loaded;
  const auto again = banker::load_agent(agent.save());
  if (!again || (*again)->save() != agent.save()) std::abort();
  for (int i = 0; i < 8; ++i) {
    const auto decision = agent.ask();
    if (decision && !inside(agent, *decision)) std::abort();
    if (decision && !agent.tell(decision->round, 0.5)) std::abort();
  }
  return 0;
}
