#include "banker/core/random.hpp"

#include <Random123/philox.h>

namespace banker {

double uniform(std::uint64_t seed, RoundId round) {
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const auto high = [](std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); };
  const r123::Philox4x32::ctr_type counter = {{low(number(round)), high(number(round)), 0, 0}};
  const r123::Philox4x32::key_type key = {{low(seed), high(seed)}};
  const auto block = r123::Philox4x32()(counter, key);
  const std::uint64_t bits = (std::uint64_t{block[1]} << 32 | block[0]) >> 12;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace banker
