#include "banker/core/random.hpp"

#include <Random123/philox.h>

namespace banker {

Uniforms uniforms(std::uint64_t seed, RoundId round, std::uint64_t stream) {
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const auto high = [](std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); };
  const r123::Philox4x32::ctr_type counter = {
      {low(number(round)), high(number(round)), low(stream), high(stream)}};
  const r123::Philox4x32::key_type key = {{low(seed), high(seed)}};
  const auto block = r123::Philox4x32()(counter, key);
  const auto midpoint = [&](int word) {
    const std::uint64_t bits = (std::uint64_t{block[word + 1]} << 32 | block[word]) >> 12;
    return (static_cast<double>(bits) + 0.5) * 0x1p-52;
  };
  const std::uint32_t rest = (block[0] & 0xfff) << 12 | (block[2] & 0xfff);  // what midpoint() leaves
  return {midpoint(0), midpoint(2), (rest + 0.5) * 0x1p-24};
}

Uniforms uniforms(std::uint64_t seed, RoundId round) { return uniforms(seed, round, 0); }

double uniform(std::uint64_t seed, RoundId round) { return uniforms(seed, round).first; }

}  // namespace banker
