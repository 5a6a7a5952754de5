// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/words.hpp"

#include <fmt/format.h>

namespace romcast {

std::string verilog_zero(unsigned bits) { return fmt::format("{{{}{{1'b0}}}}", bits); }

std::string verilog_constant(unsigned bits, std::uint64_t value) {
  return fmt::format("{}'h{:x}", bits, value);
}

std::string verilog_bits(const std::string& net, unsigned width, unsigned from, unsigned count) {
  if (count == width) return net;
  if (count == 1) return fmt::format("{}[{}]", net, from);
  return fmt::format("{}[{}:{}]", net, from + count - 1, from);
}

std::string loaded_bits(unsigned bits) { return fmt::format("word[{}:0]", bits - 1); }

std::string loads_target(std::uint32_t target) {
  return fmt::format("load && target == 16'd{}", target);
}

std::vector<std::uint32_t> pieces_of(std::uint64_t value) {
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

RtlWord& RtlWord::add(std::uint64_t value, unsigned bits) {
  for (unsigned i = 0; i < bits; ++i, ++at_) {
    if (at_ / 32 >= pieces_.size()) pieces_.push_back(0);
    if (i < 64 && (value >> i & 1) != 0) pieces_[at_ / 32] |= 1U << (at_ % 32);
  }
  return *this;
}

}  // namespace romcast
