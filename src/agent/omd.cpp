#include "banker/agent/omd.hpp"

#include <algorithm>

#include "../core/text.hpp"
#include "banker/agent/simplex.hpp"
#include "spec.hpp"

namespace banker {

namespace {

class OmdAgent final : public Agent {
 public:
  explicit OmdAgent(const OmdOptions& options)
      : Agent(make_identity(options)),
        geometry_(options.regularizer, options.arms.count),
        state_{options.scale.fresh(), PaddedVector(padded(options.arms.count)), 0, std::nullopt,
               geometry_.default_action()},
        x_(state_.point) {}

  std::vector<double> probabilities() const override {
    PaddedVector theta = state_.theta;
    SimplexPoint x(arms());
    find_point(row(theta), x);
    return geometry_.probabilities(x);
  }
  void last_point(std::vector<double>& x) const override { state_.point.copy_to(x); }
  std::size_t outstanding() const override { return state_.open ? 1 : 0; }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  struct OpenRound {
    ArmDraw draw;
    double scale;  // sigma_t
  };
  struct State {
    AnyScale scale;
    PaddedVector theta;       // dual of x_t
    std::uint64_t round = 0;  // t
    std::optional<OpenRound> open;
    SimplexPoint point;  // x_t, where the search for the next one starts
  };

  std::span<double> row(PaddedVector& theta) const { return {theta.data(), arms()}; }
  void find_point(std::span<double> theta, SimplexPoint& x) const {
    geometry_.mirror(*std::max_element(theta.begin(), theta.end()), theta, state_.point, {}, x);
  }

  std::optional<Error> check_ask(std::size_t n) const override {
    if (!state_.open && n <= 1) return std::nullopt;
    const std::uint64_t round = state_.round + (state_.open ? 0 : 1);
    return Error{ErrorCode::kRoundOpen,
                 concat("round ", round, state_.open ? " is" : " would be",
                        " open, and omd needs its outcome before the next ask: tell or drop it, or "
                        "use banker-omd, which takes outcomes in any order")};
  }
  bool is_open(RoundId round) const override { return state_.open && number(round) == state_.round; }

  // Algorithm 1: draw A_t from x_t ...
  Result<Decision> do_ask(const Forced& forced) override {
    if (auto error = check_ask(1)) return *error;
    if (state_.round == kMaxRound) return no_rounds_left();
    theta_ = state_.theta;
    find_point(row(theta_), x_);
    const Backlog backlog{state_.round + 1, 0};
    const RoundId id{backlog.round};
    ArmDraw draw;
    if (auto error = geometry_.draw(x_, uniforms(identity().seed, id), forced, draw)) return *error;
    const auto [scale, stamp] = state_.scale.propose(backlog);
    state_.scale.accept(backlog, stamp);
    std::swap(state_.theta, theta_);
    std::swap(state_.point, x_);
    state_.round = backlog.round;
    state_.open = OpenRound{draw, scale};
    return geometry_.decision(id, draw);
  }
  // ... and x_{t+1} = mirror(theta_t - l~_t / sigma_t).
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    if (!is_open(round)) return std::nullopt;
    const Fall fall = geometry_.estimate(state_.open->draw, state_.open->scale, loss, {}).fall;
    state_.theta[fall.arm] -= fall.fall;
    state_.open.reset();
    return Receipt{round, RoundState::kSettled, std::nullopt};
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    if (!is_open(round)) return std::nullopt;
    state_.open.reset();
    return Receipt{round, RoundState::kDropped, std::nullopt};
  }

  std::string parts() const override { return geometry_.name() + ' ' + std::string(state_.scale.name()); }
  void save_state(ByteWriter& out) const override {
    out.integer(state_.round);
    state_.scale.save(out);
    out.numbers({state_.theta.data(), arms()});
    geometry_.save_point(state_.point, out);
    out.integer(state_.open ? 1 : 0);
    if (!state_.open) return;
    geometry_.save_draw(state_.open->draw, out);
    out.number(state_.open->scale);
  }
  bool load_state(ByteReader& in) override {
    State fresh = state_;
    fresh.round = in.integer();
    fresh.scale.load(in);
    in.numbers(row(fresh.theta));
    if (!geometry_.load_point(in, fresh.point)) return false;
    fresh.open.reset();
    const std::uint64_t open_rounds = in.integer();
    if (open_rounds > 1 || open_rounds > fresh.round) return false;
    if (open_rounds == 1) {
      const auto draw = geometry_.load_draw(in);
      const double scale = in.number();
      if (!draw || !is_scale(scale)) return false;
      fresh.open = OpenRound{*draw, scale};
    }
    if (!in.ok() || !in.at_end() || fresh.round > kMaxRound || !fresh.scale.plausible(fresh.round, {})) {
      return false;
    }
    state_ = std::move(fresh);
    return true;
  }

  Simplex<AnyRegularizer> geometry_;
  State state_;
  SimplexPoint x_;      // scratch: x_t
  PaddedVector theta_;  // and its dual
};

}  // namespace

std::optional<Error> OmdOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const OmdOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<OmdAgent>(options);
}

}  // namespace banker
