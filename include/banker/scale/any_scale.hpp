#pragma once

#include <concepts>
#include <utility>
#include <variant>

#include "banker/scale/constant.hpp"
#include "banker/scale/delay_adaptive.hpp"

namespace banker {

// A scale rule chosen at run time, among those that do not look at losses.
class AnyScale : public BlindRule {
 public:
  using Variant = std::variant<DelayAdaptiveScale, ConstantScale>;

  AnyScale() = default;
  template <std::convertible_to<Variant> Rule>
  AnyScale(Rule rule) : rule_(std::move(rule)) {}

  const Variant& variant() const { return rule_; }
  // The same rule without a history.
  AnyScale fresh() const {
    return std::visit([](const auto& rule) { return AnyScale(rule.fresh()); }, rule_);
  }
  std::string_view name() const {
    return std::visit([](const auto& rule) { return rule.name(); }, rule_);
  }
  Proposal<Stamp> propose(Backlog backlog) const {
    return std::visit([&](const auto& rule) { return rule.propose(backlog); }, rule_);
  }
  void accept(Backlog backlog, Stamp stamp) {
    std::visit([&](auto& rule) { rule.accept(backlog, stamp); }, rule_);
  }
  void save(ByteWriter& out) const {
    std::visit([&](const auto& rule) { rule.save(out); }, rule_);
  }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> stamps) const {
    return std::visit([&](const auto& rule) { return rule.plausible(rounds, stamps); }, rule_);
  }
  void load(ByteReader& in) {
    std::visit([&](auto& rule) { rule.load(in); }, rule_);
  }

 private:
  Variant rule_ = DelayAdaptiveScale(1);
};

static_assert(ScaleRule<AnyScale>);

}  // namespace banker
