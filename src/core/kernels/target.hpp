// The table of one instruction set: this file is read once for each.
#include "table.hpp"
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
#include "scalar.hpp"
#else
#include "vector.hpp"
#endif

namespace banker::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
namespace k = scalar;
#else
namespace k = simd;
#endif

const KernelTable* table() {
  static constexpr KernelTable kTable = {
      HWY_TARGET,         k::scale_row,      k::add_row,        k::mix_rows,     k::mix_roots,
      k::mix_reciprocals, k::reciprocals<2>, k::reciprocals<1>, k::polish<2>,    k::polish<1>,
      k::polish_reduced,  k::cell_sums<2>,   k::cell_sums<1>,   k::reduced_sums, k::exponentials,
      k::divide_row,      k::pick<2>,        k::pick<1>,        k::sum_row};
  return &kTable;
}

}  // namespace banker::HWY_NAMESPACE
