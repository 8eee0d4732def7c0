#include "banker/lab/delays.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "banker/core/elementary.hpp"
#include "banker/core/random.hpp"
#include "csv.hpp"
#include "description.hpp"
#include "geometric.hpp"

namespace banker::lab {

namespace {

// d_t = function(t, arm, loss).
template <class Function>
class FunctionDelays final : public Delays {
 public:
  explicit FunctionDelays(Function function) : function_(std::move(function)) {}
  std::uint64_t of(std::uint64_t t, std::size_t arm, double loss) const override {
    return function_(t, arm, loss);
  }

 private:
  Function function_;
};

// A source of such delays: make(setting) gives the function.
template <class Make>
DelaySource delays_by(Make make) {
  DelaySource source;
  source.start = [make](const Setting& setting) -> std::unique_ptr<Delays> {
    return std::make_unique<FunctionDelays<decltype(make(setting))>>(make(setting));
  };
  return source;
}

// The draw of a round; of delays that depend on the arm, one for every arm.
double draw(std::uint64_t seed, std::uint64_t t, std::uint64_t arm = 0) {
  return uniforms(seed, RoundId{t}, stream(Stream::kDelay, arm)).first;
}
// Uniform on 0..max: floor(u (max + 1)).
std::uint64_t uniform_up_to(std::uint64_t max, double u) {
  return std::min(max, static_cast<std::uint64_t>(u * (static_cast<double>(max) + 1)));
}

using MadeDelays = Result<DelaySource>;

DelaySource fixed(std::uint64_t rounds) {
  DelaySource source = delays_by(
      [rounds](const Setting&) { return [rounds](std::uint64_t, std::size_t, double) { return rounds; }; });
  source.none = rounds == 0;
  return source;
}
MadeDelays build_none(const Arguments&) { return fixed(0); }
MadeDelays build_fixed(const Arguments& arguments) { return fixed(arguments.integer("rounds")); }

MadeDelays build_uniform(const Arguments& arguments) {
  return delays_by([max = arguments.integer("max")](const Setting& setting) {
    return [max, seed = setting.seed](std::uint64_t t, std::size_t, double) {
      return uniform_up_to(max, draw(seed, t));
    };
  });
}

MadeDelays build_geometric(const Arguments& arguments) {
  const double mean = arguments.number("mean");
  if (mean == 0) return fixed(0);
  return delays_by([law = std::make_shared<const Geometric>(mean)](const Setting& setting) {
    return [law, seed = setting.seed](std::uint64_t t, std::size_t, double) { return (*law)(draw(seed, t)); };
  });
}

// P(d >= k) = (k + 1)^-shape: d = floor(u^(-1/shape)) - 1, and never more than e^36, beyond every run.
MadeDelays build_pareto(const Arguments& arguments) {
  return delays_by([shape = arguments.number("shape")](const Setting& setting) {
    return [shape, seed = setting.seed](std::uint64_t t, std::size_t, double) {
      const double size = exp(std::min(36.0, -log(draw(seed, t)) / shape));
      return static_cast<std::uint64_t>(std::max(1.0, size)) - 1;
    };
  });
}

// Everything of a block comes at its end: d = length ceil(t/length) - t.
MadeDelays build_blocks(const Arguments& arguments) {
  return delays_by([length = arguments.integer("length")](const Setting&) {
    return [length](std::uint64_t t, std::size_t, double) { return (length - t % length) % length; };
  });
}

MadeDelays build_stragglers(const Arguments& arguments) {
  return delays_by([fraction = arguments.number("fraction")](const Setting& setting) {
    return [fraction, seed = setting.seed, late = setting.rounds / 4](std::uint64_t t, std::size_t, double) {
      return draw(seed, t) < fraction ? late : 0;
    };
  });
}

// Rounds of [T/2, end), end = T/2 + length, can be told from round `end` on: d = end - 1 - t.
MadeDelays build_outage(const Arguments& arguments) {
  return delays_by([length = arguments.integer("length")](const Setting& setting) {
    const std::uint64_t begin = setting.rounds / 2, end = begin + length;
    return [begin, end](std::uint64_t t, std::size_t, double) {
      return t >= begin && t < end ? end - 1 - t : 0;
    };
  });
}

// Arm i: uniform on 0..floor(max i/(K-1)). With max = q (K-1) + r that is q i + floor(r i/(K-1)).
MadeDelays build_arm_dependent(const Arguments& arguments) {
  DelaySource source = delays_by([max = arguments.integer("max")](const Setting& setting) {
    const std::uint64_t last = std::max<std::uint64_t>(1, setting.arms - 1);
    return [q = max / last, r = max % last, last, seed = setting.seed](std::uint64_t t, std::size_t arm,
                                                                       double) {
      return uniform_up_to(q * arm + r * arm / last, draw(seed, t, arm));
    };
  });
  source.by_arm = true;
  return source;
}

// Good news is late: d = max (high - loss)/(high - low), rounded.
MadeDelays build_loss_dependent(const Arguments& arguments) {
  DelaySource source =
      delays_by([max = static_cast<double>(arguments.integer("max"))](const Setting& setting) {
        const double low = setting.low, high = setting.high, size = high - low;
        return [max, low, high, size](std::uint64_t, std::size_t, double loss) {
          const double share = size > 0 ? (high - std::clamp(loss, low, high)) / size : 0;
          return static_cast<std::uint64_t>(std::floor(max * share + 0.5));
        };
      });
  source.by_loss = true;
  return source;
}

MadeDelays build_never(const Arguments& arguments) {
  return delays_by([probability = arguments.number("probability")](const Setting& setting) {
    return [probability, seed = setting.seed](std::uint64_t t, std::size_t, double) {
      return draw(seed, t) < probability ? kNever : 0;
    };
  });
}

MadeDelays build_trace(const Arguments& arguments) {
  const std::string& path = arguments.file("file");
  const auto bad = [&](const std::string& what) { return Error{ErrorCode::kBadValue, path + what}; };
  const auto table = read_csv(path, true);
  if (!table) return table.error();
  if (table->columns != 1)
    return bad(" has " + std::to_string(table->columns) +
               " columns: a trace has one, the delay of every round");
  std::vector<std::uint64_t> delays;
  for (const double delay : table->values) {
    if (std::isinf(delay)) {
      delays.push_back(kNever);
      continue;
    }
    if (!(delay >= 0 && delay <= static_cast<double>(kMaxRound) && delay == std::floor(delay)))
      return bad(": line " + std::to_string(delays.size() + 1 + !table->names.empty()) +
                 " is no delay: write the whole number of decisions made before the outcome came, or never");
    delays.push_back(static_cast<std::uint64_t>(delay));
  }
  const std::uint64_t rounds = delays.size();
  const auto shared = std::make_shared<const std::vector<std::uint64_t>>(std::move(delays));
  DelaySource source = delays_by([shared](const Setting&) {
    return [shared](std::uint64_t t, std::size_t, double) { return (*shared)[t - 1]; };
  });
  source.rounds = rounds;
  source.data = table->fingerprint();
  return source;
}

const std::vector<Recipe<DelaySource>>& delay_recipes() {
  static const std::vector<Recipe<DelaySource>> list{
      {"none", {}, "every outcome is there before the next round", build_none},
      {"fixed", {integer("rounds", kRequired, 0)}, "every outcome is so many rounds late", build_fixed},
      {"uniform", {integer("max", kRequired, 0)}, "0 to max rounds, each as likely", build_uniform},
      {"geometric",
       {number("mean", kRequired, 0, 1e12)},
       "the longer, the less likely, with this mean",
       build_geometric},
      {"pareto",
       {number("shape", kRequired, 1e-3, 1e3)},
       "heavy tail: at least d rounds with probability (d + 1)^-shape; the mean is infinite up to shape 1",
       build_pareto},
      {"blocks", {integer("length", kRequired, 1)}, "a block's outcomes come when it ends", build_blocks},
      {"stragglers",
       {number("fraction", kRequired, 0, 1)},
       "this fraction of the outcomes is a quarter of the run late, the rest is there at once",
       build_stragglers},
      {"outage",
       {integer("length", kRequired, 1)},
       "in the middle of the run nothing comes for so many rounds, then all of it",
       build_outage},
      {"arm-dependent",
       {integer("max", kRequired, 0)},
       "uniform, from no delay for the first arm to 0 to max rounds for the last",
       build_arm_dependent},
      {"loss-dependent",
       {integer("max", kRequired, 0)},
       "good news is late: from 0 rounds for the greatest loss to max for the least",
       build_loss_dependent},
      {"never",
       {number("probability", kRequired, 0, 1)},
       "with this probability the outcome never comes, otherwise at once",
       build_never},
      {"trace", {file("file")}, "a CSV file, plain or gzip: the delay of every round", build_trace},
  };
  return list;
}

}  // namespace

const std::vector<Generator>& delay_generators() {
  static const std::vector<Generator> list = describe(delay_recipes());
  return list;
}

Result<DelaySource> make_delays(std::string_view text) { return make_from(delay_recipes(), "delays", text); }

}  // namespace banker::lab
