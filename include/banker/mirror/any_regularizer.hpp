#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "banker/mirror/half_tsallis.hpp"
#include "banker/mirror/log_barrier.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "banker/mirror/regularizer.hpp"
#include "banker/mirror/tsallis.hpp"

namespace banker {

// A regularizer chosen at run time: one switch per vector operation, none per coordinate.
class AnyRegularizer {
 public:
  using Variant = std::variant<HalfTsallis, Tsallis, NegativeEntropy, LogBarrier>;

  AnyRegularizer() = default;
  template <std::convertible_to<Variant> Psi>
  AnyRegularizer(Psi psi) : psi_(std::move(psi)) {}

  const Variant& variant() const { return psi_; }
  std::string_view name() const {
    return std::visit([](const auto& psi) { return psi.name(); }, psi_);
  }
  void gradient(std::span<const double> x, std::span<double> theta) const {
    std::visit([&](const auto& psi) { psi.gradient(x, theta); }, psi_);
  }
  void mirror(std::span<const double> theta, std::span<double> x) const {
    std::visit([&](const auto& psi) { psi.mirror(theta, x); }, psi_);
  }
  void solve(double top, std::span<double> theta, SimplexPoint& x) const {
    std::visit([&](const auto& psi) { psi.solve(top, theta, x); }, psi_);
  }
  bool squared() const {
    return std::visit([](const auto& psi) { return psi.squared(); }, psi_);
  }
  double bregman(std::span<const double> y, std::span<const double> x) const {
    return std::visit([&](const auto& psi) { return psi.bregman(y, x); }, psi_);
  }
  double immediate_cost(double scale, double probability, double loss) const {
    return std::visit([&](const auto& psi) { return psi.immediate_cost(scale, probability, loss); }, psi_);
  }
  double c1(std::size_t arms, double n) const {
    return std::visit([&](const auto& psi) { return psi.c1(arms, n); }, psi_);
  }
  double c2(std::size_t arms) const {
    return std::visit([&](const auto& psi) { return psi.c2(arms); }, psi_);
  }

 private:
  Variant psi_;
};

static_assert(Regularizer<AnyRegularizer>);

}  // namespace banker
