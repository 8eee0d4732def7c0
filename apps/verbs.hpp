#pragma once

#include <string>

namespace banker::apps {

// Whether everything printed so far was written; complains otherwise.
bool flushed();

// Each verb prints its result and returns the exit status.
int agents(const std::string& format);
int replay(const std::string& file);

}  // namespace banker::apps
