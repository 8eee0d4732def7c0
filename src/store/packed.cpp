#include "packed.hpp"

#include <bit>
#include <cstdint>

#include "banker/core/bytes.hpp"

namespace banker::store {

namespace {

// Sums of losses are any doubles, beyond what a ByteReader takes for a number, too.
void write(ByteWriter& out, double v) { out.integer(std::bit_cast<std::uint64_t>(v)); }
double read_double(ByteReader& in) { return std::bit_cast<double>(in.integer()); }

void write(ByteWriter& out, const ArmTally& arm) {
  out.integer(arm.asked);
  out.integer(arm.told);
  write(out, arm.loss);
}
void read(ByteReader& in, ArmTally& arm) {
  arm.asked = in.integer();
  arm.told = in.integer();
  arm.loss = read_double(in);
}

constexpr std::size_t kArmBytes = 24, kOpenBytes = 24;

}  // namespace

std::string write_open(const std::vector<OpenRound>& open) {
  ByteWriter out;
  for (const OpenRound& one : open) {
    out.integer(number(one.round));
    out.integer(static_cast<std::uint64_t>(one.asked_at));
    out.integer(one.arm);
  }
  return std::move(out).take();
}

// In ascending order, or they are not open rounds.
bool read_open(std::string_view bytes, std::vector<OpenRound>& open) {
  open.reserve(bytes.size() / kOpenBytes);
  for (ByteReader in(bytes); !in.at_end();) {
    const OpenRound one{RoundId{in.integer()}, static_cast<Time>(in.integer()), in.integer()};
    if (!in.ok() || (!open.empty() && one.round <= open.back().round)) return false;
    open.push_back(one);
  }
  return true;
}

std::string write_ledger(const Ledger& ledger) {
  ByteWriter out;
  write(out, ledger.all);
  out.integer(ledger.rewards);
  out.integer(static_cast<std::uint64_t>(ledger.last_at));
  out.integer(ledger.scale ? 1 : 0);
  write(out, ledger.scale.value_or(0));
  out.integer(kBins);
  for (const std::uint64_t n : ledger.delays) out.integer(n);
  out.integer(ledger.arms.size());
  for (const ArmTally& arm : ledger.arms) write(out, arm);
  return std::move(out).take();
}

bool read_ledger(std::string_view bytes, Ledger& ledger) {
  ByteReader in(bytes);
  read(in, ledger.all);
  ledger.rewards = in.integer();
  ledger.last_at = static_cast<Time>(in.integer());
  const std::uint64_t has_scale = in.integer();
  const double scale = read_double(in);
  if (has_scale == 1) ledger.scale = scale;
  if (has_scale > 1 || in.integer() != kBins) return false;
  for (std::uint64_t& n : ledger.delays) n = in.integer();
  ledger.arms.resize(in.count(kArmBytes));
  for (ArmTally& arm : ledger.arms) read(in, arm);
  return in.ok() && in.at_end();
}

}  // namespace banker::store
