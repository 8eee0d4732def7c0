// Any bytes as a table: an error with a message, or a table of finite numbers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lab/csv.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = banker::lab::parse_csv({reinterpret_cast<const char*>(data), size}, "F.csv");
  if (!table) {
    if (table.error().message.empty()) std::abort();
    return 0;
  }
  const bool whole = table->columns > 0 && table->rows() > 0 && table->values.size() % table->columns == 0;
  if (!whole || (!table->names.empty() && table->names.size() != table->columns)) std::abort();
  if (!std::all_of(table->values.begin(), table->values.end(), [](double v) { return std::isfinite(v); }))
    std::abort();
  return 0;
}
