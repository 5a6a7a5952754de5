// SPDX-License-Identifier: Apache-2.0
// Programs of rtl/common/sequencer.v: packing, compression and execution of their words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "romcast/machines/rom.hpp"

namespace romcast {

/// Bits of a word besides the control word: op[1:0], argument[15:0].
inline constexpr unsigned kRomOverheadBits = 18;

/// The operation, in the two highest bits of a word; 3 is invalid.
enum class SequencerOp : std::uint8_t { run = 0, loop = 1, halt = 2 };

/// One decoded word of a program.
struct Instruction {
  std::uint32_t op = 0;
  std::uint32_t argument = 0;
  ControlWord control{};
  [[nodiscard]] bool is(SequencerOp which) const { return op == static_cast<std::uint32_t>(which); }
};

/// An empty image for words with this many control bits.
inline RomImage program_image(unsigned control_bits) {
  return RomImage(control_bits + kRomOverheadBits);
}
inline unsigned control_bits(const RomImage& program) {
  return program.word_bits() - kRomOverheadBits;
}
void append_instruction(RomImage& program, SequencerOp op, std::uint32_t argument,
                        std::span<const std::uint32_t> control);
Instruction instruction(const RomImage& program, std::size_t index);

/// A run of equal control words; programs drive a sequence of runs.
struct ControlRun {
  ControlWord control;
  std::uint64_t cycles = 0;
  bool operator==(const ControlRun&) const = default;
};

/// A run becomes one word, or several if it is long; repeated sequences of runs become loops where
/// that saves words. The program drives the runs from cycle 1 on and then halts.
RomImage compile_program(unsigned control_bits, const std::vector<ControlRun>& runs);

/// Executes a program as the sequencer does: next() returns the run of the next word; nullopt at
/// HALT or after the last word.
class RomReader {
 public:
  explicit RomReader(const RomImage& program) : program_(program) {}
  std::optional<ControlRun> next();

 private:
  const RomImage& program_;
  std::size_t address_ = 0;
  std::uint32_t passes_ = 0;
};

}  // namespace romcast
