// SPDX-License-Identifier: Apache-2.0
// LogP machines, independent of Verilog, and the ROMs that control them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/machines/logp/logp_rom.hpp"

namespace romcast {

struct LogpNodes {
  static constexpr std::uint32_t kMostProcessors = 8192;
  static constexpr std::uint32_t kMostMessages = 65536;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Limit on line_bytes(), the bytes of the lines of all processors together.
  static constexpr std::uint64_t kMostLineBytes = std::uint64_t{1} << 30;
  static std::uint64_t line_bytes(std::uint64_t processors, const Timing& timing);
  /// Rows of a line, one per message in transit: 1 if the latency is 1, else a coarse size that is
  /// at least the latency, so that several latencies share a model.
  static std::uint64_t line_rows(const Timing& timing);
  /// Rows of a processor's ROM as built for programs of at most `longest` rows: one of a few sizes,
  /// of which none exceeds kMostRows, as rows are counted in 16 bits.
  static std::uint64_t rom_rows(std::size_t longest);
  /// Limit on processors times cycles: processors never sleep, so a larger run would last many
  /// minutes.
  static constexpr std::uint64_t kMostProcessorCycles = 1'000'000'000;

  std::shared_ptr<const Complete> complete;
  Collective collective;
  Timing timing{};
  std::shared_ptr<const LogpRoms> roms{};
  /// Summations: see operand_order().
  std::vector<std::vector<std::uint32_t>> operands{};
  Maps maps = Maps::commuting;     ///< in_order if the plan keeps the operands' order
  std::uint32_t queue_depth = 2;   ///< buffered machines: slots of each input queue
  Cycle last_hop = 0, cycles = 0;  ///< of the plan
};

}  // namespace romcast
