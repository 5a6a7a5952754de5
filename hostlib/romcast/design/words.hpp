// SPDX-License-Identifier: Apache-2.0
// Pieces of Verilog text, and words that are loaded, bit by bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace romcast {

/// So many bits 0.
std::string verilog_zero(unsigned bits);
std::string verilog_constant(unsigned bits, std::uint64_t value);
/// One bit, or some, of a net that may have only one.
std::string verilog_bits(const std::string& net, unsigned width, unsigned from, unsigned count);
/// Of a word that is loaded, in the top module.
std::string loaded_bits(unsigned bits);
/// The word is for this target.
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
