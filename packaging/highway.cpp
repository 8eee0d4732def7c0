// In place of Highway's library, of which Debian has no static one: what ours asks of it, which vectors this CPU has.
#include <hwy/targets.h>

namespace hwy {

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

// A set is there if all is that the compiler may use in it (HWY_TARGET_STR).
int64_t SupportedTargets() {
  int64_t targets = HWY_STATIC_TARGET;
#if HWY_ARCH_X86
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
                    __builtin_cpu_supports("aes") && __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
                    __builtin_cpu_supports("lzcnt");
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (avx2) targets |= HWY_AVX2;
  if (avx3) targets |= HWY_AVX3;
#endif
  return targets;
}

}  // namespace hwy
