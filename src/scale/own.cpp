#include "banker/scale/own.hpp"

#include <algorithm>
#include <stdexcept>

#include "../core/text.hpp"

namespace banker {

OwnScale::OwnScale(const OwnScale& other) : name_(other.name_), make_(other.make_) {
  if (!other.runs()) return;
  rule_ = make_();
  if (!rule_ || !rule_->load(other.rule_->save()))
    throw std::logic_error(
        concat("the scale rule ", name_, " cannot be copied: its load() refuses what its save() wrote"));
}

OwnScale OwnScale::fresh() const {
  OwnScale rule(name_, make_);
  if (make_) rule.rule_ = make_();
  return rule;
}

std::optional<double> OwnScale::tell(Stamp stamp, double scale, double loss) {
  const auto learned = rule_->tell(stamp.round, scale, loss);
  if (!learned || (*learned >= 0 && *learned <= 1)) return learned;
  throw std::domain_error(concat("the scale rule ", name_, " wants to learn from the loss ", *learned,
                                 " in round ", stamp.round,
                                 ": it must be from 0 to 1, or nothing, which skips the round"));
}

// Into a new rule: one that refuses, or throws, leaves the old one as it was.
void OwnScale::load(ByteReader& in) {
  const std::string_view bytes = in.text();
  auto rule = make_();
  if (rule && rule->load(bytes)) rule_ = std::move(rule);
  else in.fail();
}

bool OwnScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) {
  return std::all_of(open.begin(), open.end(),
                     [&](const Stamp& s) { return s.round >= 1 && s.round <= rounds; });
}

}  // namespace banker
