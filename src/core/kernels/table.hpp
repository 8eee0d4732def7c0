#pragma once

#include <cstdint>

#include "../kernels.hpp"

namespace banker {

// The kernels of core/kernels.hpp for one instruction set.
struct KernelTable {
  std::int64_t target;
  decltype(banker::scale_row)* scale_row;
  decltype(banker::add_row)* add_row;
  decltype(banker::mix_rows)* mix_rows;
  decltype(banker::mix_roots)*mix_roots, *mix_reciprocals;
  decltype(banker::reciprocals)*reciprocals_squared, *reciprocals;
  decltype(banker::polish)*polish_squared, *polish;
  decltype(banker::polish_reduced)* polish_reduced;
  decltype(banker::cell_sums)*cell_sums_squared, *cell_sums;
  decltype(banker::reduced_sums)* reduced_sums;
  decltype(banker::exponentials)* exponentials;
  decltype(banker::divide_row)* divide_row;
  decltype(banker::pick)*pick_squared, *pick;
  double (*sum_row)(const double* v, std::size_t n);
};

}  // namespace banker
