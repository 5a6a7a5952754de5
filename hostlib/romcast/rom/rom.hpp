// SPDX-License-Identifier: Apache-2.0
// Schedule ROM images: the program of rtl/common/sequencer.v, how it is packed and read back.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// Bits beside the control word: op[1:0], argument[15:0].
inline constexpr unsigned kRomOverheadBits = 18;

/// A control word as 32-bit pieces, lowest first; as many as its bits need.
using ControlWord = std::vector<std::uint32_t>;

/// One program: words of {op, argument, control}, each packed in `stride` 32-bit pieces.
class RomImage {
 public:
  explicit RomImage(unsigned control_bits);

  [[nodiscard]] unsigned control_bits() const { return control_bits_; }
  [[nodiscard]] unsigned word_bits() const { return control_bits_ + kRomOverheadBits; }
  [[nodiscard]] std::size_t words() const { return data_.size() / stride_; }
  [[nodiscard]] std::span<const std::uint32_t> word(std::size_t index) const {
    return std::span(data_).subspan(index * stride_, stride_);
  }
  bool operator==(const RomImage&) const = default;

  enum class Op : std::uint8_t { run = 0, loop = 1, halt = 2 };
  void append(Op op, std::uint32_t argument, std::span<const std::uint32_t> control);
  /// Appends a packed word; `pieces` has word_bits() bits.
  void append_raw(std::span<const std::uint32_t> pieces);
  [[nodiscard]] Op op(std::size_t index) const;
  /// The two bits of the operation; 3 is none.
  [[nodiscard]] std::uint32_t op_bits(std::size_t index) const {
    return bits(index, control_bits_ + 16, 2);
  }
  [[nodiscard]] std::uint32_t argument(std::size_t index) const;
  [[nodiscard]] ControlWord control(std::size_t index) const;

 private:
  [[nodiscard]] std::uint32_t bits(std::size_t index, unsigned from, unsigned count) const;
  unsigned control_bits_;
  std::size_t stride_;
  std::vector<std::uint32_t> data_;
};

/// What JSON reports of a set of images.
struct RomSize {
  std::size_t images = 0, words_max = 0;
  unsigned word_bits = 0;  ///< of the widest image
  std::uint64_t bits_total = 0;
};
RomSize size_of(const std::vector<RomImage>& images);

/// Runs of equal control words, in order of time; what a program drives.
struct ControlRun {
  ControlWord control;
  std::uint64_t cycles = 0;
  bool operator==(const ControlRun&) const = default;
};

/// Compresses idle runs and periods. The program drives the runs from cycle 1 on and then halts.
RomImage compile_program(unsigned control_bits, const std::vector<ControlRun>& runs);

/// Executes a program as the sequencer does, a run at a time; nullopt after HALT.
class RomReader {
 public:
  explicit RomReader(const RomImage& image) : image_(image) {}
  std::optional<ControlRun> next();

 private:
  const RomImage& image_;
  std::size_t address_ = 0;
  std::uint32_t passes_ = 0;
};

/// Text of an image: a comment line with version, words and bits, then one hexadecimal word per
/// line, as $readmemh reads it.
void write_rom(std::ostream& out, const RomImage& image);
/// Reads it back; InputError "name:line: found; allowed" for anything else.
RomImage read_rom(std::istream& in, const std::string& name);

}  // namespace romcast
