#include "banker/agent/omd.hpp"

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
        state_{options.scale.fresh(), std::vector<double>(options.arms.count), 0, std::nullopt},
        x_(options.arms.count) {}

  std::vector<double> probabilities() const override {
    std::vector<double> theta = state_.theta, x(theta.size());
    geometry_.mirror(theta, x, x);
    return x;
  }
  void last_point(std::vector<double>& x) const override { x = x_; }
  std::size_t outstanding() const override { return state_.open ? 1 : 0; }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  struct OpenRound {
    ArmDraw draw;
    double scale;  // sigma_t
  };
  struct State {
    AnyScale scale;
    std::vector<double> theta;  // dual of x_t
    std::uint64_t round = 0;    // t
    std::optional<OpenRound> open;
  };

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
    geometry_.mirror(theta_, x_, x_);
    const Backlog backlog{state_.round + 1, 0};
    const RoundId id{backlog.round};
    ArmDraw draw;
    if (auto error = geometry_.draw(x_, uniforms(identity().seed, id), forced, draw)) return *error;
    const auto [scale, stamp] = state_.scale.propose(backlog);
    state_.scale.accept(backlog, stamp);
    std::swap(state_.theta, theta_);
    state_.round = backlog.round;
    state_.open = OpenRound{draw, scale};
    return geometry_.decision(id, draw);
  }
  // ... and x_{t+1} = mirror(theta_t - l~_t / sigma_t).
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    if (!is_open(round)) return std::nullopt;
    geometry_.charge(state_.open->draw, state_.open->scale, loss, state_.theta);
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
    out.numbers(state_.theta);
    out.integer(state_.open ? 1 : 0);
    if (!state_.open) return;
    geometry_.save_draw(state_.open->draw, out);
    out.number(state_.open->scale);
  }
  bool load_state(ByteReader& in) override {
    State fresh = state_;
    fresh.round = in.integer();
    fresh.scale.load(in);
    in.numbers(fresh.theta);
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
  std::vector<double> x_, theta_;  // scratch: x_t and its dual
};

}  // namespace

std::optional<Error> OmdOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const OmdOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<OmdAgent>(options);
}

}  // namespace banker
