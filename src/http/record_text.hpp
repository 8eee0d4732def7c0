#pragma once

#include <span>
#include <string>
#include <string_view>

#include "banker/agent/identity.hpp"
#include "banker/store/journal.hpp"

namespace banker::http {

// A decision and what became of it, as an object.
void append_record(std::string& out, const Identity& who, std::string_view id,
                   const store::DecisionRow& decision, const std::optional<store::OutcomeRow>& outcome);
// With the id that it was answered with: the client's, or the server's.
void append_record(std::string& out, const Identity& who, const store::Record& record);

// [{"round","amount"},...]
void append_payments(std::string& out, std::span<const Payment> payments);

}  // namespace banker::http
