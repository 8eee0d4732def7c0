#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dash_fetch.hpp"

namespace banker::bench {

// Until the answer was there, from the moment at which the request was due; in seconds.
struct Paced {
  std::vector<double> asks, tells;
};

// One connection with asks, each followed by its tell, at a steady rate: what is late does not put off what comes after it. The
// bandits take turns.
class Pacer {
 public:
  Pacer(std::uint16_t port, std::vector<std::string> bandits, double per_second)
      : fetch_(port), bandits_(std::move(bandits)), step_(1 / per_second) {}
  Paced run(double seconds);

 private:
  Fetch fetch_;
  std::vector<std::string> bandits_;
  double step_;
  std::size_t turn_ = 0;
  std::string request_;
};

}  // namespace banker::bench
