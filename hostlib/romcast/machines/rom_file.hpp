// SPDX-License-Identifier: Apache-2.0
// Text of a ROM image, as $readmemh reads it: a comment line with the version, the number of words
// and the bits per word, then one hexadecimal word per line.
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

/// Reads a program of rtl/common/sequencer.v. Throws InputError, with a text as in
/// read_rows(), for any other file and for a program that does not end.
RomImage read_program(std::istream& in, const std::string& name);

}  // namespace romcast
