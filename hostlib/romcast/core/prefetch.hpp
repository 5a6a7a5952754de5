// SPDX-License-Identifier: Apache-2.0
// Prefetches memory that will be accessed soon.
#pragma once

namespace romcast {

/// Fetches the cache line of this address for reading and writing. GCC 12 drops calls of a
/// function that contains only this builtin; the empty asm statement prevents that.
inline void prefetch(const void* address) {
  __builtin_prefetch(address, 1);
#ifdef __GNUC__
  __asm__ volatile("");
#endif
}

}  // namespace romcast
