#pragma once

#include "banker/scale/scale_rule.hpp"

namespace banker {

// sigma_t = value. With no delay Banker-OMD is then vanilla OMD.
class ConstantScale : public BlindRule {
 public:
  explicit ConstantScale(double value) : value_(value) {}

  static constexpr std::string_view name() { return "constant"; }
  double value() const { return value_; }
  ConstantScale fresh() const { return *this; }
  Proposal<Stamp> propose(Backlog) const { return {value_, {}}; }
  void accept(Backlog, Stamp) {}
  void save(ByteWriter&) const {}
  void load(ByteReader&) {}

 private:
  double value_;
};

static_assert(ScaleRule<ConstantScale>);

}  // namespace banker
