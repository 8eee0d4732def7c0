#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace banker {

// Rows of numbers are read and written in whole vectors of eight: they have room for that, and begin where a cache line
// does.
constexpr std::size_t padded(std::size_t n) { return (n + 7) / 8 * 8; }

// The arms of a cell: what a draw looks at, once it knows which one.
inline constexpr std::size_t kCell = 64;

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kLine); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

using PaddedVector = std::vector<double, LineAllocator<double>>;

}  // namespace banker
