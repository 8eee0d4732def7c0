// Any bytes as the state of a snapshot with a right header: refused, or an agent that plays on and saves what it loads.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "agent/snapshot.hpp"
#include "banker/banker.hpp"

namespace {

struct Subject {
  std::unique_ptr<banker::Agent> agent;
  std::string spec, parts;
};

// One of every agent and spending, with the header its snapshots carry.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = [] {
    std::vector<Subject> made;
    for (const char* spec :
         {R"({"agent":"omd","arms":3})", R"({"agent":"banker-omd","arms":3,"regularizer":"negentropy"})",
          R"({"agent":"banker-tinf","arms":3})", R"({"agent":"banker-tinf","arms":2,"spending":"proportional"})",
          R"({"agent":"banker-sftinf","arms":3,"spending":"newest-first"})", R"({"agent":"banker-sflbinf","arms":3})"}) {
      auto agent = *banker::make_agent(spec);
      const std::string bytes = agent->save();
      const auto snapshot = *banker::read_snapshot(bytes);
      made.push_back({std::move(agent), std::string(snapshot.spec), std::string(snapshot.parts)});
    }
    return made;
  }();
  return list;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Subject& subject = subjects()[data[0] % subjects().size()];
  const std::string_view state(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto loaded = banker::load_agent(banker::write_snapshot({subject.spec, subject.parts, state}));
  if (!loaded) return 0;
  banker::Agent& agent = **loaded;
  const auto again = banker::load_agent(agent.save());
  if (!again || (*again)->save() != agent.save()) std::abort();
  for (int i = 0; i < 8; ++i) {
    const auto decision = agent.ask();
    if (decision && !agent.tell(decision->round, 0.5)) std::abort();
  }
  return 0;
}
