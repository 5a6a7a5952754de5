// SPDX-License-Identifier: Apache-2.0
// Fragments of Verilog text, and words for the load port that are composed of fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace romcast {

/// A constant of `bits` zero bits.
std::string verilog_zero(unsigned bits);
std::string verilog_constant(unsigned bits, std::uint64_t value);
/// `count` bits of a net of `width` bits, from bit `from` up.
std::string verilog_bits(const std::string& net, unsigned width, unsigned from, unsigned count);
/// Verilog for the lowest `bits` bits of the loaded word, in the top module.
std::string loaded_bits(unsigned bits);
/// Verilog for the condition that the loaded word is for this target.
std::string loads_target(std::uint32_t target);

std::vector<std::uint32_t> pieces_of(std::uint64_t value);

/// Appends fields to a word, lowest first.
class RtlWord {
 public:
  RtlWord& add(std::uint64_t value, unsigned bits);
  [[nodiscard]] std::vector<std::uint32_t> pieces() const { return pieces_; }

 private:
  std::vector<std::uint32_t> pieces_;
  unsigned at_ = 0;
};

}  // namespace romcast
