#pragma once

#include <cstddef>
#include <string>

namespace banker::bench {

// What a journal has to look at: the bandit "large", and "b1", "b2", ... which share the other decisions.
struct Filling {
  std::size_t bandits = 1'000, decisions = 10'000'000, large = 1'000'000;
  std::size_t batch = 1'000;
  std::size_t open = 20;          // of every bandit the last ones, not told
  std::size_t moments = 100'000;  // of the past of the large one

  std::size_t small() const { return (decisions - large) / (bandits - 1); }  // decisions of each
};

// Makes the journal with a server of its own, over HTTP. Seconds that it took; 0 if it was there.
double fill(const std::string& program, const std::string& folder, const Filling& filling);
std::string journal_in(const std::string& folder);

}  // namespace banker::bench
