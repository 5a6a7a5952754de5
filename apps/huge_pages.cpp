// SPDX-License-Identifier: Apache-2.0
#include "apps/huge_pages.hpp"

#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

#include <cstdint>
#include <cstdlib>

namespace romcast {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)

// The heap grows once, by addresses only, and this is marked; memory comes when it is used.
void take_huge_pages() {
  constexpr int room = 0x7ff00000, usual = 1 << 17, below_largest = 1 << 25;
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  mallopt(M_MMAP_THRESHOLD, below_largest);  // what is smaller comes from the heap
  mallopt(M_TRIM_THRESHOLD, room);
  mallopt(M_TOP_PAD, room);
  const auto old_end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  void* volatile const grows = std::malloc(below_largest / 2);  // volatile: not to be left out
  mallopt(M_TOP_PAD, usual);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  std::free(grows);
  const std::uintptr_t begin = (old_end + page - 1) / page * page;
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

#else

void take_huge_pages() {}

#endif

}  // namespace romcast
