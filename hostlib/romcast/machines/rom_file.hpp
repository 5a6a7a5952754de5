// SPDX-License-Identifier: Apache-2.0
// Text of ROM images: a comment line with version, words and bits, then one hexadecimal word per
// line, as $readmemh reads it.
#pragma once

#include <iosfwd>
#include <string>

#include "romcast/machines/rom.hpp"

namespace romcast {

void write_rom(std::ostream& out, const RomImage& image);

/// Limit on the rows of a ROM of rows (rtl/common/periodic_rom.v, rtl/complete/logp_port.v).
inline constexpr std::uint32_t kMostPeriod = 65535;
/// Reads at most kMostPeriod words of exactly `bits` bits; throws InputError otherwise, whose text
/// begins with "name:line:".
RomImage read_rows(std::istream& in, const std::string& name, unsigned bits);

/// Reads a program of rtl/common/sequencer.v; throws InputError as above, also if the program does
/// not end.
RomImage read_program(std::istream& in, const std::string& name);

}  // namespace romcast
