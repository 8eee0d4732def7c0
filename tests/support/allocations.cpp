#include "support/allocations.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace {

constinit thread_local std::size_t count = 0, bytes = 0;

void allocated(std::size_t size) {
  ++count;
  bytes += size;
}

}  // namespace

namespace banker::testing {

std::size_t allocations() { return count; }
std::size_t live_bytes() { return bytes; }

}  // namespace banker::testing

#ifdef BANKER_SANITIZED

// The sanitizer's allocator stays, which finds `delete` of what came from `new[]` or malloc.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*);

namespace {
[[maybe_unused]] const int kInstalled = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t size) { allocated(size); },
    [](const volatile void* p) { bytes -= __sanitizer_get_allocated_size(p); });
}  // namespace

#else

namespace {

void* counted(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  allocated(malloc_usable_size(p));
  return p;
}
void* counted(std::size_t size) { return counted(std::malloc(size > 0 ? size : 1)); }

void release(void* p) {
  bytes -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t line) {
  return counted(memalign(static_cast<std::size_t>(line), size));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }

#endif
