// SPDX-License-Identifier: Apache-2.0
// Settings of a Benes network (rtl/complete/benes.v): the looping algorithm of Opferman and Tsao-Wu
// (1971), extended to partial permutations.
#pragma once

#include <cstdint>
#include <span>

#include "romcast/machines/rom.hpp"

namespace romcast {

/// A Benes network for 2^s lines, s = `line_bits`, has 2s-1 stages of 2x2 switches; each switch
/// exchanges lines whose numbers differ in one bit.
constexpr unsigned benes_stages(unsigned line_bits) { return 2 * line_bits - 1; }
/// The number of the bit in which the lines that a stage exchanges differ: 0, 1, .., s-1, .., 1, 0.
constexpr unsigned benes_bit(unsigned line_bits, unsigned stage) {
  return stage < line_bits ? stage : benes_stages(line_bits) - 1 - stage;
}

/// `outputs`: for each input line its output line, or kNone if the input is idle; 2^s entries,
/// 2..65536. Idle inputs get the unused outputs. Returns a ROM row: bit t*2^(s-1) + j exchanges the
/// two lines of switch j in stage t; j is the number of either line without bit benes_bit(s, t).
/// Throws InputError unless `outputs` is a partial permutation of 2^s lines.
ControlWord benes_row(std::span<const std::uint32_t> outputs);

}  // namespace romcast
