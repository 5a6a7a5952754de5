// SPDX-License-Identifier: Apache-2.0
// Text of the rows of rtl/common/periodic_rom.v.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "romcast/rom/rom.hpp"

namespace romcast {

/// A comment line with version, rows and bits, then one hexadecimal row per line, as $readmemh
/// reads it.
void write_rows(std::ostream& out, unsigned bits, const std::vector<ControlWord>& rows);
/// Reads at most kMostPeriod rows of so many bits back; InputError "name:line: found; allowed" for
/// anything else.
std::vector<ControlWord> read_rows(std::istream& in, const std::string& name, unsigned bits);

/// Most rows of a ROM.
inline constexpr std::uint32_t kMostPeriod = 65535;

}  // namespace romcast
