#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/agent/banking.hpp"
#include "banker/body/shapes.hpp"
#include "banker/core/random.hpp"
#include "banker/core/result.hpp"
#include "banker/estimate/one_point.hpp"
#include "banker/mirror/any_regularizer.hpp"
#include "banker/scale/any_scale.hpp"
#include "banker/scale/own.hpp"

namespace banker {

// An agent is described by a struct of options. Each struct lists its fields once, in fields(); validation,
// JSON both ways, the catalog and the help are made from that list (src/agent/fields.hpp).

inline constexpr std::size_t kMaxArms = std::size_t{1} << 24;

// A number of arms, or their names.
struct Arms {
  Arms() = default;
  Arms(std::size_t n) : count(n) {}
  Arms(std::vector<std::string> list) : count(list.size()), names(std::move(list)) {}
  template <std::convertible_to<std::string>... Names>
  requires(sizeof...(Names) >= 2) Arms(const Names&... list) : Arms(std::vector<std::string>{list...}) {}

  std::size_t count = 0;
  std::vector<std::string> names;  // empty, or one per arm
};

// Losses lie in [low, high]; the agent sees (loss - low) / (high - low).
struct LossRange {
  double low = 0;
  double high = 1;
};

// The scale rule of banker-omd: a known one, or the user's own.
using ScaleOption = std::variant<AnyScale, OwnScale>;

using Horizon = std::optional<std::uint64_t>;
using MaybeReserve = std::optional<Reserve>;

// Where the actions of a linear agent lie: a body or a list of actions, exactly one of them.
using MaybeShape = std::optional<Shape>;
using MaybeActions = std::optional<Actions>;
using MaybeNumber = std::optional<double>;

// The nu in a scale rule: as printed in the paper, of the barrier, or a number.
struct Nu {
  enum class Kind : std::uint8_t { kPaper, kBody, kNumber };
  Nu() = default;
  Nu(Kind k) : kind(k) {}
  Nu(double v) : kind(Kind::kNumber), value(v) {}

  Kind kind = Kind::kPaper;
  double value = 0;  // of kNumber
};

// What the catalog says about a field beyond its name and type.
struct Field {
  std::string_view help;
  double min = 0;
  double max = 0;
};

// The least and greatest scale, scale factor or loss size: their quotients and squares are finite.
inline constexpr double kMinScale = 1e-100;
inline constexpr double kMaxScale = 1e100;

inline constexpr Field kArmsField{"number of arms, or a list of their names", 2, double{kMaxArms}};
inline constexpr Field kSeedField{"decisions are a function of the spec, the seed and the events", 0,
                                  double{kMaxSeed}};
inline constexpr Field kSpendingField{
    "which savings pay for a round: oldest-first, newest-first or proportional"};
inline constexpr Field kHeadStartField{
    "costs the scale counts in advance, times arms; scale-free: times the largest loss squared", 1e-3, 1e6};
inline constexpr Field kCostFloorField{"the least share of a round's plain cost that the scale counts", 0, 1};
inline constexpr Field kReserveField{
    "{\"rho\": r, \"kappa\": k, \"hysteresis\": h}: what the pool borrows beyond need; rho null: no cap", 0,
    1e6};
inline constexpr Field kSkipStaleField{
    "give up rounds older than f sqrt(total outstanding / arms): a number f, or true", 1e-3, 1e6};
inline constexpr Field kInvariantField{
    "losses times a power of two change no decision; instead of initial_loss_size"};
inline constexpr Field kRangeField{"losses lie in [low, high]; a reward r is the loss low + high - r"};
inline constexpr Field kRegularizerField{
    "tsallis-half, negentropy, log-barrier, or {\"tsallis\": a} with 0 < a < 1"};
inline constexpr Field kScaleField{
    "{\"rule\": \"delay-adaptive\", \"factor\": f} or {\"rule\": \"constant\", \"value\": v}", kMinScale,
    kMaxScale};
inline constexpr Field kFactorField{"multiplies the action scale", kMinScale, kMaxScale};
inline constexpr Field kModestFactorField{"multiplies the action scale", 1e-6, 1e6};
inline constexpr Field kHorizonField{"number of rounds T, if known; absent: anytime", 2, double{kMaxRound}};
inline constexpr Field kLossSizeField{"first guess of the largest loss (the paper's L-hat_1)", 1e-140,
                                      kMaxLoss};

inline constexpr Field kBodyField{
    "{\"type\": \"ball\", \"dimension\": n, \"radius\": r}; or a box, ellipsoid, polytope, product"};
inline constexpr Field kActionsField{
    "instead of a body: the list of actions, [[...], ...], or by name, {\"a\": [...], ...}"};
inline constexpr Field kSamplerField{"directions of the Dikin ellipsoid: cholesky, or eigen as in the paper"};
inline constexpr Field kNuField{"of the scale rule: paper (as printed), body (of the barrier), or a number",
                                1e-3, 1e9};
inline constexpr Field kFloorField{"the least action scale; absent: 8n", kMinScale, kMaxScale};

}  // namespace banker
