// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a ROM image: refused with a one-line message, or the image survives a round
// trip and its program ends.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/machines/program.hpp"
#include "romcast/machines/rom_file.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Upper bound of the number of ControlRuns that RomReader returns for the image. Loops do not nest;
// each loop repeats at most 64 words at most 1024 times.
std::uint64_t most_runs(const romcast::RomImage& image) {
  std::uint64_t runs = 0;
  for (std::size_t i = 0; i < image.words(); ++i) {
    const std::uint32_t argument = romcast::instruction(image, i).argument;
    const bool loop = romcast::instruction(image, i).is(romcast::SequencerOp::loop);
    runs += loop ? std::uint64_t{(argument >> 6) + 1} * ((argument & 63) + 1) : 1;
  }
  return runs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    std::istringstream in(text);
    const romcast::RomImage image = romcast::read_program(in, "fuzz");
    std::ostringstream out;
    romcast::write_rom(out, image);
    std::istringstream again(out.str());
    require(romcast::read_program(again, "again") == image);
    const std::uint64_t most = most_runs(image);
    if (most > 1'000'000) return 0;  // legal, but too slow for millions of inputs
    romcast::RomReader reader(image);
    std::uint64_t runs = 0;
    while (const auto run = reader.next()) {
      require(++runs <= most);
      require(run->cycles >= 1 && run->cycles <= 65536);
    }
  } catch (const romcast::InputError& error) {
    const std::string message = error.what();
    require(message.rfind("fuzz:", 0) == 0 && message.find('\n') == std::string::npos);
  }
  return 0;
}
