#pragma once

#include <cstddef>
#include <string>

#include "banker/lab/report.hpp"

namespace banker::apps {

// Plays the first runs that are finished once more, and fills in their traces. False if something went wrong or it was
// stopped, which is said.
bool watch_runs(lab::Report& report, std::size_t threads);
// Puts the page index.html and its CSV files into the folder. False as above.
bool write_report(const lab::Report& report, const std::string& folder);

// One file each, a row per point: regret over time with its interval; what a trace has; the probabilities of arms;
// who paid for the first decisions.
std::string curves_csv(const lab::Report& report);
std::string trace_csv(const lab::Report& report);
std::string probabilities_csv(const lab::Report& report);
std::string bank_csv(const lab::Report& report);

}  // namespace banker::apps
