// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as the rows of a ROM: refused with a one-line message, or the rows survive a
// round trip. The first byte is not part of the rows, but the number of bits of each row.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/machines/rom_file.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned bits = data[0];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    std::istringstream in(text);
    const romcast::RomImage rows = romcast::read_rows(in, "fuzz", bits);
    require(rows.words() > 0 && rows.words() <= romcast::kMostPeriod);
    std::ostringstream out;
    romcast::write_rom(out, rows);
    std::istringstream again(out.str());
    require(romcast::read_rows(again, "again", bits) == rows);
  } catch (const romcast::InputError& error) {
    const std::string message = error.what();
    require(message.rfind("fuzz:", 0) == 0 && message.find('\n') == std::string::npos);
  }
  return 0;
}
