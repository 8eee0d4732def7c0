#include <banker/banker.hpp>
#include <cstdio>

// Which of four servers gets the next job? The running time is known when the job ends.
int main() {
  auto servers = banker::make_agent(R"({"agent":"banker-sftinf","arms":["a","b","c","d"],"seed":1})");
  if (!servers) {
    std::printf("%s\n", servers.error().message.c_str());
    return 1;
  }
  const auto jobs = *(*servers)->ask_many(100);
  for (const auto& job : jobs) {
    const double seconds = job.arm == 2 ? 3 : 30;
    if (!(*servers)->tell(job.round, seconds)) return 1;
  }
  std::printf("banker %s: next job on server %zu\n", BANKER_VERSION, (*servers)->ask()->arm);
}
