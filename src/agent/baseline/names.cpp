#include "banker/agent/baseline/delayed.hpp"
#include "banker/agent/baseline/plain.hpp"

namespace banker {

std::string_view name(Estimator estimator) {
  return estimator == Estimator::kImportanceWeighted ? "importance-weighted" : "reduced-variance";
}

std::string_view name(Tuning tuning) { return tuning == Tuning::kSimple ? "simple" : "advanced"; }

}  // namespace banker
