// SPDX-License-Identifier: Apache-2.0
// Prefetches memory that will be accessed soon.
#pragma once

namespace romcast {

/// Fetches the cache line of this address for reading and writing. GCC 12 considers a function with
/// only this builtin free of effects and drops its calls; the empty asm statement is an effect.
inline void prefetch(const void* address) {
  __builtin_prefetch(address, 1);
#ifdef __GNUC__
  __asm__ volatile("");
#endif
}

}  // namespace romcast
