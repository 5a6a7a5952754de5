// SPDX-License-Identifier: Apache-2.0
// Text of ROM images: a comment line with version, words and bits, then one hexadecimal word per
// line, as $readmemh reads it.
#pragma once

#include <iosfwd>
#include <string>

#include "romcast/machines/rom.hpp"

namespace romcast {

void write_rom(std::ostream& out, const RomImage& image);

/// Maximum number of rows in a ROM of rows (rtl/common/periodic_rom.v, rtl/complete/logp_port.v).
inline constexpr std::uint32_t kMostPeriod = 65535;
/// Reads 1 to kMostPeriod words of exactly `bits` bits. For any other file, throws InputError with
/// a text that begins with "name:line:".
RomImage read_rows(std::istream& in, const std::string& name, unsigned bits);

/// Reads a program of rtl/common/sequencer.v; throws InputError as above, also if the program does
/// not end.
RomImage read_program(std::istream& in, const std::string& name);

}  // namespace romcast
