// SPDX-License-Identifier: Apache-2.0
// Memory that will be asked for soon.
#pragma once

namespace romcast {

/// Fetches what is at this address, to be read and written. GCC 12 takes a function that does
/// nothing else for one without effect and leaves its calls out; the empty statement is an effect.
inline void prefetch(const void* address) {
  __builtin_prefetch(address, 1);
#ifdef __GNUC__
  __asm__ volatile("");
#endif
}

}  // namespace romcast
