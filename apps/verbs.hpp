#pragma once

#include <string>

namespace banker::apps {

// Each verb prints its result and returns the exit status.
int agents(const std::string& format);
int replay(const std::string& file);

}  // namespace banker::apps
