#include "banker/agent/baseline/bold.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "../base_fields.hpp"
#include "../spec.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/core/open_rounds.hpp"
#include "banker/core/random.hpp"

namespace banker {

namespace {

// A seed of its own for every copy: the mixing function of SplitMix64.
std::uint64_t seed_of_copy(std::uint64_t seed, std::uint64_t copy) {
  std::uint64_t z = seed * 0xd1342543de82ef95 + (copy + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return (z ^ (z >> 31)) & kMaxSeed;
}

//  ask   the lowest-numbered copy with no open round, or a new one;  draw A_t from its x;  it plays A_t
//  tell  the copy learns from the loss
class BoldAgent final : public Agent {
 public:
  explicit BoldAgent(const BoldOptions& options)
      : Agent(make_identity(options)), base_(options.base), x_(arms()), spare_(make_copy(0)) {}

  std::vector<double> probabilities() const override { return next().probabilities(); }
  void last_point(std::vector<double>& x) const override { x = x_; }
  std::size_t outstanding() const override { return state_.open.size(); }
  std::uint64_t rounds() const override { return state_.round; }

 private:
  using Copy = std::uint32_t;  // its number
  struct State {
    std::vector<std::unique_ptr<Agent>> copies;
    std::vector<Copy> free;        // a heap: the lowest-numbered copy with no open round is in front
    OpenRounds<Copy> open{false};  // the copy of a round; the copy's own round is its last one
    std::uint64_t round = 0;       // t
  };

  // Losses come to do_tell() mapped, so copies are told losses in [0, 1] where there is a range.
  std::unique_ptr<Agent> make_copy(std::size_t number) const {
    Json spec = copy_spec(base_, arms(), seed_of_copy(identity().seed, number));
    if (spec.contains("loss_range")) spec["loss_range"] = {0, 1};
    return make_agent(spec.dump()).value();
  }
  Agent& next() const { return state_.free.empty() ? *spare_ : *state_.copies[state_.free.front()]; }
  Copy take() {
    if (state_.free.empty()) {
      state_.copies.push_back(std::move(spare_));
      spare_ = make_copy(state_.copies.size());
      return static_cast<Copy>(state_.copies.size() - 1);
    }
    std::ranges::pop_heap(state_.free, std::greater{});
    const Copy copy = state_.free.back();
    state_.free.pop_back();
    return copy;
  }
  void close(RoundId round, Copy copy) {
    state_.open.erase(round);
    state_.free.push_back(copy);
    std::ranges::push_heap(state_.free, std::greater{});
  }
  static RoundId last_round(const Agent& copy) { return RoundId{copy.rounds()}; }

  std::optional<Error> check_ask(std::size_t n) const override {
    return n <= kMaxRound - state_.round ? std::nullopt : std::optional(no_rounds_left());
  }
  bool is_open(RoundId round) const override { return state_.open.find(round) != nullptr; }
  Result<Decision> do_ask(const Forced& forced) override {
    if (state_.round == kMaxRound) return no_rounds_left();
    const RoundId id{state_.round + 1};
    std::vector<double> x = next().probabilities();
    ArmDraw draw;
    if (auto error = draw_or_force(x, uniform(identity().seed, id), forced, draw)) return *error;
    if (const auto played = next().ask_arm(draw.arm); !played) return played.error();
    state_.open.insert(id) = take();
    state_.round += 1;
    x_ = std::move(x);
    return Decision{id, draw.arm, draw.probability};
  }
  std::optional<Receipt> do_tell(RoundId round, double loss) override {
    const Copy* copy = state_.open.find(round);
    if (copy == nullptr) return std::nullopt;
    Agent& agent = *state_.copies[*copy];
    const Receipt receipt = agent.tell(last_round(agent), loss).value();
    close(round, *copy);
    return Receipt{round, receipt.state, std::nullopt};
  }
  std::optional<Receipt> do_drop(RoundId round) override {
    const Copy* copy = state_.open.find(round);
    if (copy == nullptr) return std::nullopt;
    Agent& agent = *state_.copies[*copy];
    const Receipt receipt = agent.drop(last_round(agent)).value();
    close(round, *copy);
    return Receipt{round, receipt.state, std::nullopt};
  }

  std::string parts() const override { return "copies"; }
  void save_state(ByteWriter& out) const override;
  bool load_state(ByteReader& in) override;
  bool load_copies(ByteReader& in, State& fresh) const;
  static bool load_open(ByteReader& in, State& fresh);

  BaseSpec base_;
  State state_;
  std::vector<double> x_;         // x_t
  std::unique_ptr<Agent> spare_;  // the next new copy
};

// Snapshots are whole words: that of a copy is filled up with zeros.
std::string filled_up(std::string bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
  return bytes;
}

void BoldAgent::save_state(ByteWriter& out) const {
  out.integer(state_.round);
  out.integer(state_.copies.size());
  for (const auto& copy : state_.copies) {
    const std::string bytes = copy->save();
    out.integer(bytes.size());
    out.text(filled_up(bytes));
  }
  const auto rounds = state_.open.in_order();
  out.integer(rounds.size());
  for (const auto& [round, copy] : rounds) {
    out.integer(number(round));
    out.integer(*copy);
  }
}

// Every round was played by one of the copies, and each has at most its last one open.
bool BoldAgent::load_copies(ByteReader& in, State& fresh) const {
  std::uint64_t left = fresh.round;
  for (std::size_t count = in.count(16); count > 0; --count) {
    const std::uint64_t size = in.integer();
    const std::string_view bytes = in.text();
    const std::string_view snapshot = bytes.substr(0, size);
    auto copy = make_copy(fresh.copies.size());
    if (bytes != filled_up(std::string(snapshot)) || copy->load(snapshot)) return false;
    if (copy->rounds() == 0 || copy->rounds() > left || copy->outstanding() > 1) return false;
    left -= copy->rounds();
    fresh.copies.push_back(std::move(copy));
  }
  return left == 0;
}

bool BoldAgent::load_open(ByteReader& in, State& fresh) {
  std::vector<bool> busy(fresh.copies.size());
  std::uint64_t last = 0;
  for (std::size_t count = in.count(16); count > 0; --count) {
    const std::uint64_t round = in.integer(), copy = in.integer();
    if (round <= last || round > fresh.round || copy >= busy.size() || busy[copy]) return false;
    last = round;
    busy[copy] = true;
    fresh.open.insert(RoundId{round}) = static_cast<Copy>(copy);
  }
  for (std::size_t i = 0; i < busy.size(); ++i) {
    const Agent& copy = *fresh.copies[i];
    // Of a closed round, that is what an agent says when asked for its action.
    const bool open = copy.action(last_round(copy)).error().code != ErrorCode::kClosedRound;
    if (open != busy[i] || copy.outstanding() != (busy[i] ? 1u : 0u)) return false;
    if (!open) fresh.free.push_back(static_cast<Copy>(i));
  }
  return true;
}

bool BoldAgent::load_state(ByteReader& in) {
  State fresh;
  fresh.round = in.integer();
  if (fresh.round > kMaxRound || !load_copies(in, fresh) || !load_open(in, fresh)) return false;
  if (!in.ok() || !in.at_end()) return false;
  auto spare = make_copy(fresh.copies.size());
  state_ = std::move(fresh);
  spare_ = std::move(spare);
  return true;
}

}  // namespace

// The catalog asks for the range of the default before there is a catalog to make a base from.
LossDomain BoldOptions::domain() const {
  if (base.text == BaseSpec{}.text) return LossDomain::range(0, 1);
  return make_prototype(base).value()->identity().domain;
}

std::optional<Error> BoldOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BoldOptions& options) {
  if (auto error = options.validate()) return *error;
  BoldOptions written_out = options;
  written_out.base = canonical(options.base);
  return std::make_unique<BoldAgent>(written_out);
}

}  // namespace banker
