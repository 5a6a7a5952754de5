// SPDX-License-Identifier: Apache-2.0
// Fingerprints of texts: FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv).
#pragma once

#include <cstdint>
#include <string_view>

namespace romcast {

inline constexpr std::uint64_t kNoFingerprint = 0xcbf29ce484222325ULL;
inline constexpr std::uint64_t kFingerprintPrime = 0x100000001b3ULL;

/// The fingerprint of concatenated texts; `before` is the fingerprint of the texts before `text`.
constexpr std::uint64_t fingerprint(std::string_view text, std::uint64_t before = kNoFingerprint) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * kFingerprintPrime;
  return before;
}

}  // namespace romcast
