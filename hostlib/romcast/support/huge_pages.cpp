// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/huge_pages.hpp"

#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace romcast {

// Address sanitizers have their own heap, and would fill the shadow memory of addresses that are
// only reserved.
#if defined(__SANITIZE_ADDRESS__)
#define ROMCAST_OWN_HEAP
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROMCAST_OWN_HEAP
#endif
#endif

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(ROMCAST_OWN_HEAP)

namespace {

// Reserves addresses for half of the machine's memory or, if malloc refuses, a quarter, an eighth,
// ... of it, down to 128 MiB. Returns the block, or nullptr if malloc refuses all of these sizes.
void* grow_heap() {
  const auto pages = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto memory = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t fewest = std::size_t{1} << 27;
  for (std::size_t room = memory / 2; room >= fewest; room /= 2) {
    if (void* const grown = std::malloc(room)) return grown;
  }
  return nullptr;
}

}  // namespace

// Grows the heap once, which only reserves addresses, and marks it for huge pages; memory is
// allocated on first use.
void take_huge_pages() {
  constexpr int no_mappings = 0, usual_mappings = 65536, never = -1, below_largest = 1 << 25;
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  mallopt(M_MMAP_THRESHOLD, below_largest);  // smaller blocks come from the heap
  mallopt(M_TRIM_THRESHOLD, never);
  mallopt(M_MMAP_MAX, no_mappings);
  const auto old_end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  // volatile: prevents the compiler from removing the call.
  void* volatile const grown = grow_heap();
  mallopt(M_MMAP_MAX, usual_mappings);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  std::free(grown);
  const std::uintptr_t begin = (old_end + page - 1) / page * page;
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

#else

void take_huge_pages() {}

#endif

}  // namespace romcast
