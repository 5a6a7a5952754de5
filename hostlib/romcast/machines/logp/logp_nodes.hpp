// SPDX-License-Identifier: Apache-2.0
// LogP machines before they are Verilog: what they are, and what controls them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/machines/logp/logp_rom.hpp"

namespace romcast {

/// LogP machines.
struct LogpNodes {
  static constexpr std::uint32_t kMostProcessors = 8192;
  static constexpr std::uint32_t kMostMessages = 65536;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Bytes of all lines: a processor's line keeps a message per cycle of latency.
  static constexpr std::uint64_t kMostLineBytes = std::uint64_t{1} << 30;
  static std::uint64_t line_bytes(std::uint64_t processors, const Timing& timing);
  /// Rows of a line for messages in transit, shared by machines of several latencies.
  static std::uint64_t line_rows(const Timing& timing);
  /// Rows that a processor's ROM is built with for programs of at most `longest` rows; a few sizes
  /// only, none above kMostRows, as rows are counted in 16 bits.
  static std::uint64_t rom_rows(std::size_t longest);
  /// Processors times cycles: none of them ever sleeps, so more would take many minutes.
  static constexpr std::uint64_t kMostProcessorCycles = 1'000'000'000;

  std::shared_ptr<const Complete> complete;
  Collective collective;
  Timing timing{};
  std::shared_ptr<const LogpRoms> roms{};
  /// Summations: see operand_order().
  std::vector<std::vector<std::uint32_t>> operands{};
  Maps maps = Maps::commuting;     ///< in_order: of values combined in their order
  std::uint32_t queue_depth = 2;   ///< buffered machines
  Cycle last_hop = 0, cycles = 0;  ///< of the plan
};

}  // namespace romcast
