#include "banker/agent/banker_simplex.hpp"

#include <algorithm>

namespace banker {

void BankerSimplex::inform(const Point& last, double share, std::span<double> theta) const {
  const double arms = static_cast<double>(dimension()), root = std::sqrt(arms);
  for (std::size_t i = 0; i < theta.size(); ++i)
    theta[i] += share * (root - 1 / std::sqrt((1 - memory_) / arms + memory_ * last[i]));
}

bool BankerSimplex::load_point(ByteReader& in, Point& x) {
  in.numbers(x);
  return in.ok() && std::all_of(x.begin(), x.end(), [](double v) { return v >= 0 && v <= 1; });
}

void BankerSimplex::save_draw(const Draw& draw, ByteWriter& out) {
  Simplex::save_draw(draw, out);
  const TsallisSums& s = draw.sums;
  for (const double v : {s.volume, s.first, s.second, s.top}) out.number(v);
}

std::optional<BankerSimplex::Draw> BankerSimplex::load_draw(ByteReader& in) const {
  const auto arm = Simplex::load_draw(in);
  TsallisSums s{};
  for (double* v : {&s.volume, &s.first, &s.second, &s.top}) *v = in.number();
  const bool possible = is_share(s.volume) && s.first >= 0 && s.second >= 0 && s.first <= s.volume &&
                        s.second <= s.volume && is_share(s.top);
  if (!arm || !possible) return std::nullopt;
  return Draw{*arm, s};
}

}  // namespace banker
