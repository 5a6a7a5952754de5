// SPDX-License-Identifier: Apache-2.0
// The testbench of a fabric in plain Verilog, and its files of numbers.
#pragma once

#include <string>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// A wrong table word of mode 0, and the flags that it raises.
struct FabricFault {
  std::string what;  ///< a phrase for the user
  FabricWrite write;
  /// Tiles and their flags; the flags of all other tiles stay 0.
  std::vector<std::pair<std::size_t, std::uint32_t>> flags{};
};
std::vector<FabricFault> fabric_faults(const FabricDesign& design);

std::string fabric_testbench(const FabricDesign& design);
/// Text of a file with a line per write: {address, data}, 32 bits each, in hexadecimal.
std::string fabric_writes_hex(const std::vector<FabricWrite>& writes);
/// Reads a file of fabric_writes_hex(). Throws InputError if the file is empty, too large or
/// unreadable, or if a line is malformed; the error then names the line.
std::vector<FabricWrite> read_fabric_writes(const std::string& file);
/// {mode, from, slot, dest, to, id, after, kind}: a line per word and receiver, sorted by mode,
/// sender and slot; fields as in FabricFlow and FabricWord. Kind 0: a word, 1: nothing but
/// credits, 8 + operation: a word that is combined with the words of its reduction that have the
/// same `to` and `id`.
std::string fabric_words_hex(const FabricDesign& design);
/// {router, endpoint}: the signatures (CRC) of their tables; a line per mode and tile.
std::string fabric_signatures_hex(const FabricDesign& design);
/// {address, data, tile, flags, tile, flags}: a line per fault; tile ffff: none. Without faults: a
/// line of zeros.
std::string fabric_faults_hex(const std::vector<FabricFault>& faults);

}  // namespace romcast
