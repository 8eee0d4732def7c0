#pragma once

#include <optional>

namespace banker::apps {

// Bytes of the heap in use; nothing where the C library does not say.
std::optional<double> heap_in_use();

// How much memory is taken at the most from here on, beyond what there is now.
class PeakMemory {
 public:
  PeakMemory();
  double bytes() const;

 private:
  double heap_;
  std::optional<double> resident_;  // nothing: the system cannot start its peak anew
};

}  // namespace banker::apps
