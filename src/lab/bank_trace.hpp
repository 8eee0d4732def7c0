#pragma once

#include <cstdint>
#include <map>

#include "banker/core/amount.hpp"
#include "banker/lab/trace.hpp"
#include "flow.hpp"
#include "observer.hpp"

namespace banker::lab {

// Where the capital of a bank is.
class BankRecorder {
 public:
  // REQUIRES: the agent has a bank.
  BankRecorder(const Agent& agent, std::size_t groups);

  void asked(const Moment& moment);
  void told(RoundId round);
  void end_stretch(const Agent& agent);
  BankTrace take() const;

 private:
  using Open = std::map<std::uint64_t, double>;  // sigma_s by round
  void give_back(Open::iterator round);

  BankTrace trace_;
  FlowRecorder flow_;
  Open open_;
  Amount in_open_;          // their sum
  std::uint64_t told_ = 0;  // rounds, or dropped
};

}  // namespace banker::lab
