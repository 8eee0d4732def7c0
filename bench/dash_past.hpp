#pragma once

#include <cstddef>
#include <string>

namespace banker::bench {

// Gives a bandit as much of a past as if it had been there for so many moments: a server writes one every five seconds, and a
// benchmark is over before there are many. They lie between its first and its last one, and what is counted rises evenly. The
// journal must not be in use.
void give_past(const std::string& journal, const std::string& bandit, std::size_t moments);

}  // namespace banker::bench
