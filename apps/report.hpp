#pragma once

#include <optional>

#include "banker/lab/study.hpp"
#include "verbs.hpp"

namespace banker::apps {

enum class Verb { kCompare, kRun };

// A study that was run, to its end or until it was stopped.
struct Finished {
  lab::Study study;
  lab::Results results;
  std::optional<std::size_t> reference;  // an agent: regrets are also shares of its regret

  std::size_t runs() const;
  bool stopped() const { return runs() < results.size(); }
};

// Prints the results, and keeps them if there is a folder. Returns the exit status.
int print(Verb verb, const Finished& f, const Output& output);

}  // namespace banker::apps
