// Losses whose means change with the round: a wave, or a table.
#include <algorithm>
#include <cmath>

#include "csv.hpp"
#include "losses.hpp"

namespace banker::lab {

namespace {

// m_{t,i} = 1/2 + w(t/period + i/K)/4, less the gap for the home arm; w(x) = 4 |x - floor(x) - 1/2| - 1, a
// triangle of period 1 between -1 and 1. Within [1/4 - gap, 3/4].
class Drifting final : public BernoulliLosses {
 public:
  Drifting(const Setting& setting, std::uint64_t period, double gap)
      : BernoulliLosses(setting.seed, std::vector<double>(setting.arms)),
        period_(period),
        home_(home_arm(setting)),
        gap_(gap) {}
  bool advance(std::uint64_t t) override {
    round_ = t;
    const double turn = static_cast<double>(t % period_) / static_cast<double>(period_);
    for (std::size_t i = 0; i < mean_.size(); ++i) {
      const double x = turn + static_cast<double>(i) / static_cast<double>(mean_.size());
      mean_[i] = 0.25 + std::fabs(x - std::floor(x) - 0.5);
    }
    mean_[home_] -= gap_;
    return t == 1 || period_ > 1;
  }

 private:
  std::uint64_t period_;
  std::size_t home_;
  double gap_;
};

// Arm 1 costs 1 up to round T/2 and -size from then on, every other arm 0 (erratum E1).
class SignedJump final : public Losses {
 public:
  SignedJump(const Setting& setting, double size)
      : Losses(std::vector<double>(setting.arms)), size_(size), half_(setting.rounds / 2) {}
  bool advance(std::uint64_t t) override {
    mean_[std::min<std::size_t>(1, mean_.size() - 1)] = t <= half_ ? 1 : -size_;
    return t == 1 || t == half_ + 1;
  }

 private:
  double size_;
  std::uint64_t half_;
};

// Row t of a table, or its negative.
class Matrix final : public Losses {
 public:
  Matrix(const Setting&, std::shared_ptr<const Table> table)
      : Losses(std::vector<double>(table->columns)), table_(std::move(table)) {}
  bool advance(std::uint64_t t) override {
    std::copy_n(table_->row(t - 1), mean_.size(), mean_.begin());
    return true;
  }

 private:
  std::shared_ptr<const Table> table_;  // shared by all runs
};

Result<LossSource> build_matrix(const Arguments& arguments) {
  auto table = read_csv(arguments.file("file"));
  if (!table) return table.error();
  if (table->columns < 2)
    return Error{ErrorCode::kBadValue,
                 arguments.file("file") + " has one column of losses: give one for each of two or more arms"};
  if (arguments.flag("reward")) {
    for (double& value : table->values) value = 0 - value;
  }
  const auto [low, high] = std::minmax_element(table->values.begin(), table->values.end());
  const std::size_t arms = table->columns;
  const std::uint64_t rounds = table->rows();
  const double lowest = *low, highest = *high;
  const std::uint64_t data = table->fingerprint();
  std::vector<std::string> names = table->names;
  LossSource source = source_of<Matrix>(std::make_shared<const Table>(*std::move(table)));
  source.arms = arms;
  source.rounds = rounds;
  source.arm_names = std::move(names);
  source.data = data;
  source.low = lowest;
  source.high = highest;
  return source;
}

}  // namespace

LossRecipes moving_losses() {
  return {
      {"drifting",
       {integer("period", "1000", 1), number("gap", "0.1", 0, 0.25)},
       "0 or 1: the mean of every arm goes up and down, each at its time, and one is better by the gap",
       [](const Arguments& a) -> Result<LossSource> {
         return source_of<Drifting>(a.integer("period"), a.number("gap"));
       }},
      {"signed-jump",
       {number("size", "10", 2, 1e100)},
       "arm 1 costs 1 up to half of the rounds, then -size; every other arm 0 (erratum E1)",
       [](const Arguments& a) -> Result<LossSource> {
         LossSource source = source_of<SignedJump>(a.number("size"));
         source.low = -a.number("size");
         return source;
       }},
      {"matrix",
       {file("file"), flag("reward", "false")},
       "a CSV file, plain or gzip: a row for every round, a column for every arm; reward=true if more is "
       "better",
       build_matrix},
  };
}

}  // namespace banker::lab
