#pragma once

#include <cstdint>
#include <span>

#include "banker/agent/agent.hpp"
#include "regret.hpp"

namespace banker::lab {

// Round t, as it was just asked.
struct Moment {
  std::uint64_t round;
  const Agent& agent;
  std::span<const double> x, mean;  // x_t, m_t
  const Regret& regret;             // with this round
};

// Sees a run, and changes nothing in it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void asked(const Moment& moment) = 0;
  virtual void told(const Receipt& receipt) = 0;  // or dropped
};

// What 1 is for an agent that maps its range of losses, in losses.
double unit(const Agent& agent);

}  // namespace banker::lab
