#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "../spec.hpp"
#include "banker/agent/linear.hpp"
#include "banker/core/open_rounds.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// Follow the regularized leader on a body, without a bank:
//  ask   x_t = argmin <sum of told l~_s, x> + sigma_t Psi(x);  draw A_t
//  tell  add l~_s to the sum
template <ScaleRule Scale>
class LinearFtrl final : public Agent {
 public:
  LinearFtrl(Identity identity, LinearSpace geometry, Scale scale)
      : Agent(std::move(identity)),
        geometry_(std::move(geometry)),
        state_{.scale = std::move(scale),
               .sum = std::vector<double>(geometry_.dimension()),
               .point = geometry_.default_action()},
        x_(state_.point),
        phi_(geometry_.dimension()) {}

  std::vector<double> probabilities() const override { return geometry_.probabilities(next_point()); }
  std::vector<double> point() const override {
    std::vector<double> x;
    geometry_.coordinates(next_point(), x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { geometry_.coordinates(state_.point, x); }
  std::size_t outstanding() const override { return state_.open.size(); }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  struct State {
    Scale scale;
    std::vector<double> sum;  // -sum of told l~, in the coordinates of duals
    OpenRounds<LinearDraw> open{false};
    std::uint64_t round = 0;  // t
    BodyPoint point;          // x_t, where the search for the next one starts
  };

  Backlog backlog() const { return {state_.round + 1, state_.open.size()}; }
  double scale() const { return state_.scale.propose(backlog()).scale; }
  void set_dual(std::vector<double>& phi) const {
    const double sigma = scale();
    std::transform(state_.sum.begin(), state_.sum.end(), phi.begin(), [&](double v) { return v / sigma; });
  }
  BodyPoint next_point() const {
    std::vector<double> phi(geometry_.dimension());
    set_dual(phi);
    BodyPoint x = state_.point;
    return geometry_.mirror(0, phi, state_.point, {}, x) ? x : state_.point;
  }

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.round ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr; }
  std::span<const double> do_action(RoundId round) const override {
    return geometry_.action(*state_.open.find(round));
  }
  Result<Decision> do_ask(const Forced& forced) override {
    if (state_.round == kMaxRound) return no_rounds_left();
    const RoundId id{state_.round + 1};
    set_dual(phi_);
    if (!geometry_.mirror(0, phi_, state_.point, {}, x_)) return no_point();
    if (auto error = geometry_.draw(x_, uniforms(identity().seed, id), forced, draw_)) return *error;
    state_.scale.accept(backlog(), {});
    state_.open.insert(id) = draw_;
    std::swap(state_.point, x_);
    state_.round += 1;
    return geometry_.decision(id, draw_);
  }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    const LinearDraw* draw = state_.open.find(round);
    if (draw == nullptr) return std::nullopt;
    const double least = state_.scale.propose({state_.round + 1, 0}).scale;  // as if nothing were open
    const bool kept = charge_one_point(draw->lift, loss, 1, state_.sum, kMaxDual * least);
    state_.open.erase(round);
    return Receipt{round, kept ? RoundState::kSettled : RoundState::kSkipped, std::nullopt};
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    if (!is_open(round)) return std::nullopt;
    state_.open.erase(round);
    return Receipt{round, RoundState::kDropped, std::nullopt};
  }

  std::string parts() const override { return geometry_.name() + ' ' + std::string(state_.scale.name()); }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;

  LinearSpace geometry_;
  State state_;
  BodyPoint x_;  // scratch: x_t, its dual, its draw
  std::vector<double> phi_;
  LinearDraw draw_;
};

template <ScaleRule Scale>
void LinearFtrl<Scale>::save_state(ByteWriter& out) const {
  out.integer(state_.round);
  state_.scale.save(out);
  out.numbers(state_.sum);
  geometry_.save_point(state_.point, out);
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, draw] : rounds) {
    out.integer(number(round));
    geometry_.save_draw(*draw, out);
  }
}

template <ScaleRule Scale>
bool LinearFtrl<Scale>::load_state(ByteReader& in) {
  State fresh{.scale = state_.scale, .sum = state_.sum, .round = in.integer(), .point = state_.point};
  fresh.scale.load(in);
  in.numbers(fresh.sum);
  if (!geometry_.load_point(in, fresh.point)) return false;
  std::uint64_t last = 0;
  for (std::size_t left = in.count(8); left > 0; --left) {
    const std::uint64_t round = in.integer();
    if (round <= last || round > fresh.round) return false;
    last = round;
    auto draw = geometry_.load_draw(in);
    if (!draw) return false;
    fresh.open.insert(RoundId{round}) = *std::move(draw);
  }
  if (!in.ok() || !in.at_end() || fresh.round > kMaxRound || !fresh.scale.plausible(fresh.round, {}))
    return false;
  // The scale may have fallen since the sum was at its limit, but not a thousandfold.
  const double most = 1e3 * kMaxDual * fresh.scale.propose({fresh.round + 1, 0}).scale;
  double square = 0;
  for (const double v : fresh.sum) square += v * v;
  if (!(square <= most * most)) return false;
  state_ = std::move(fresh);
  return true;
}

// The agent of a baseline's options.
template <class Scale, class Options>
Result<std::unique_ptr<Agent>> make_linear_ftrl(const Options& options) {
  auto body = make_body(options);
  if (!body) return body.error();
  const Scale scale((*body)->dimension(), (*body)->nu(), options.horizon);
  Identity identity = make_identity(options, (*body)->ambient());
  return std::make_unique<LinearFtrl<Scale>>(std::move(identity),
                                             LinearSpace(*std::move(body), options.sampler), scale);
}

}  // namespace banker
