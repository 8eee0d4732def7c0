#include "banker/agent/banker_simplex.hpp"

#include <algorithm>

#include "../core/kernels.hpp"

namespace banker {

BankerSimplex::BankerSimplex(std::size_t arms, double memory) : Simplex(HalfTsallis{}, arms) {
  const double k = static_cast<double>(arms), root = std::sqrt(k), deep = std::sqrt(k / (1 - memory));
  c1_ = deep + root - 2;
  depth_ = deep - root;
}

std::optional<Error> BankerSimplex::draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const {
  ArmDraw drawn;
  auto error = draw_or_force(x, u.first, forced, drawn);
  draw = {drawn.probability, static_cast<std::uint32_t>(drawn.arm), 0};
  return error;
}

Price BankerSimplex::appraise(const Point& x, double scale, LossSpan, RowNotes& notes, Draw& draw) const {
  if (notes.levels.empty()) {
    notes.u = x.u();
    notes.volume = x.volume();
  }
  if (notes.levels.empty() || !serves(notes.levels.back().level, scale))
    notes.levels.push_back(x.level_sums(first_level(scale)));
  draw.level = static_cast<std::uint32_t>(notes.levels.size() - 1);
  const LevelSums& level = notes.levels.back();
  const double root = std::sqrt(draw.probability);
  return worst_tsallis_price(scale, root, baseline(scale, level.level, root),
                             level.of(scale, notes.volume, 1 / notes.u));
}

Charge BankerSimplex::estimate(const Draw& draw, double scale, double loss, const RowNotes& notes) {
  const LevelSums& level = notes.levels[draw.level];
  const double root = std::sqrt(draw.probability), b = baseline(scale, level.level, root);
  const Price price = tsallis_price(scale, root, b, loss, level.of(scale, notes.volume, 1 / notes.u));
  return {{draw.arm, draw.level, (loss - b) / (draw.probability * scale)}, price};
}

// mean + share (theta_s - mean) - share min(level, (2/3) sqrt(x_{s,i})), the fall of an arm, and the loan.
double BankerSimplex::merge(const Merger& merger, std::span<const double> mean, std::span<double> out,
                            const Point& x) const {
  const RowNotes& notes = merger.row.notes();
  const bool first = merger.last.empty();
  const MixRow mix{.share = merger.alone ? 0 : merger.share,
                   .lowering = merger.share,
                   .level = merger.level->level,
                   .u = notes.u,
                   .arm = merger.arm,
                   .fall = merger.fall,
                   .keep = merger.loan.weight,
                   .loan = first || depth_ == 0 ? 0 : merger.loan.share,
                   .cut = -depth_};
  const double* last = first ? mean.data() : merger.last.data();
  if (merger.is_last && merger.alone)
    return mix_roots(mix, x.roots().data(), mean.data(), last, out.data(), out.size());
  return mix_reciprocals(mix, merger.row.get(), mean.data(), last, out.data(), out.size());
}

// weight theta_{t-1} + share max(theta_{t-1}, -G): the mean is the dual of the last round.
double BankerSimplex::lend(const Loan& loan, std::span<const double> mean, std::span<double> out) const {
  if (mean.empty()) return PlainMixer::lend(loan, mean, out);
  const MixRow mix{.keep = loan.weight, .loan = depth_ == 0 ? 0 : loan.share, .cut = -depth_};
  return mix_rows(mix, mean.data(), mean.data(), out.data(), out.size());
}

void BankerSimplex::save_draw(const Draw& draw, ByteWriter& out) {
  out.integer(draw.arm);
  out.number(draw.probability);
  out.integer(draw.level);
}

std::optional<BankerSimplex::Draw> BankerSimplex::load_draw(ByteReader& in) const {
  const auto arm = Simplex::load_draw(in);
  const std::uint64_t level = in.integer();
  if (!arm || level > UINT32_MAX) return std::nullopt;
  return Draw{arm->probability, static_cast<std::uint32_t>(arm->arm), static_cast<std::uint32_t>(level)};
}

}  // namespace banker
