#pragma once

namespace banker {

// Money: an unevaluated sum high + low of two doubles, |low| <= ulp(high)/2. Adding and subtracting is
// exact to about 2^-104, so the books of the bank balance after any number of entries and an amount
// that should be zero is zero. (Erratum E25: with plain doubles, rounding looks like a new loan.)
class Amount {
 public:
  constexpr Amount() = default;
  constexpr explicit Amount(double value) : high_(value) {}
  constexpr Amount(double high, double low) : high_(high), low_(low) {}

  constexpr double value() const { return high_; }
  constexpr double low() const { return low_; }

  constexpr Amount& operator+=(Amount other) {
    const Amount high = two_sum(high_, other.high_);
    const Amount low = two_sum(low_, other.low_);
    const Amount carried = quick_two_sum(high.high_, high.low_ + low.high_);
    return *this = quick_two_sum(carried.high_, carried.low_ + low.low_);
  }
  constexpr Amount operator-() const { return {-high_, -low_}; }
  constexpr Amount& operator-=(Amount other) { return *this += -other; }
  friend constexpr Amount operator+(Amount a, Amount b) { return a += b; }
  friend constexpr Amount operator-(Amount a, Amount b) { return a -= b; }
  friend constexpr bool operator==(Amount, Amount) = default;

 private:
  // a + b exactly, as the rounded sum and its rounding error.
  static constexpr Amount two_sum(double a, double b) {
    const double sum = a + b;
    const double rest = sum - a;
    return {sum, (a - (sum - rest)) + (b - rest)};
  }
  // The same where |a| >= |b|.
  static constexpr Amount quick_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }

  double high_ = 0;
  double low_ = 0;
};

}  // namespace banker
