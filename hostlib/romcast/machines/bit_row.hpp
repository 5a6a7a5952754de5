// SPDX-License-Identifier: Apache-2.0
// Packs fields into a ROM row.
#pragma once

#include <cstdint>
#include <span>

#include "romcast/machines/rom.hpp"

namespace romcast {

/// Writes the lowest `count` (0..32) bits of `value` into `row`, from bit number `at` on. These
/// bits of the row must be 0 before. Adds `count` to `at`.
inline void put_bits(ControlWord& row, std::size_t& at, unsigned count, std::uint32_t value) {
  if (count == 0) return;
  const std::uint64_t field = (value & (~std::uint64_t{0} >> (64 - count))) << at % 32;
  row[at / 32] |= static_cast<std::uint32_t>(field);
  if (field >> 32 != 0) row[at / 32 + 1] |= static_cast<std::uint32_t>(field >> 32);
  at += count;
}

/// Returns the `count` bits (0..32) at bit `at`; advances `at`.
inline std::uint32_t get_bits(std::span<const std::uint32_t> row, std::size_t& at, unsigned count) {
  if (count == 0) return 0;
  std::uint64_t field = row[at / 32];
  if (at / 32 + 1 < row.size()) field |= std::uint64_t{row[at / 32 + 1]} << 32;
  const auto value =
      static_cast<std::uint32_t>(field >> at % 32 & ~std::uint64_t{0} >> (64 - count));
  at += count;
  return value;
}

}  // namespace romcast
