// Everything an application does with an agent: docs/using.md explains it step by step.
#include <banker/banker.hpp>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  // 1. Make it. Seconds of waiting are losses between 0 and 30; the spec could also come from a file as JSON.
  auto made = banker::make_agent(banker::BankerOptions{
      .arms = {"oslo", "porto", "quito"}, .seed = 42, .loss_range = {.low = 0, .high = 30}});
  if (!made) {
    std::printf("%s\n", made.error().message.c_str());
    return 1;
  }
  std::unique_ptr<banker::Agent> nodes = *std::move(made);

  // 2. Ask, one by one or in batches. Keep the round beside your job: it is all the outcome needs.
  const std::vector<banker::Decision> jobs = *nodes->ask_many(5);
  for (const banker::Decision& job : jobs) {
    std::printf("job %llu runs on %s\n", static_cast<unsigned long long>(number(job.round)),
                nodes->arm_name(job.arm).c_str());
  }

  // 3. Tell, in any order. A round read back from a database is banker::RoundId{n}.
  std::vector<banker::Outcome> outcomes{{jobs[3].round, 4.5}, {jobs[0].round, 20.25}};
  if (auto told = nodes->tell_many(outcomes); !told) std::printf("%s\n", told.error().message.c_str());
  if (!nodes->drop(jobs[1].round)) return 1;  // this job was lost

  // 4. Mistakes are answers, and change nothing.
  std::printf("told twice: %s\n", nodes->tell(jobs[0].round, 20.25).error().message.c_str());
  std::printf("too long:   %s\n", nodes->tell(jobs[2].round, 31).error().message.c_str());

  // 5. Stop and go on: open rounds, savings and the random stream are in the snapshot, bit by bit.
  const std::string snapshot = nodes->save();
  auto again = banker::load_agent(snapshot);
  if (!again) return 1;
  const bool same = (*again)->ask()->arm == nodes->ask()->arm;

  // 6. Look inside.
  std::printf("%zu open, the same after a restart: %s\n", nodes->outstanding(), same ? "yes" : "no");
  std::printf("the last decision borrowed %.3f of its scale %.3f\n",
              nodes->statement(banker::RoundId{6})->borrowed, nodes->statement(banker::RoundId{6})->scale);
  std::printf("certificate: at most %.1f regret on the estimated losses\n", *nodes->certificate());
  return same ? 0 : 1;
}
