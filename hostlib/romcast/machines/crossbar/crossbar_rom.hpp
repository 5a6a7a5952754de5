// SPDX-License-Identifier: Apache-2.0
// Compiles a broadcast or an allgather on a fully connected network into the periodic rows of
// rtl/complete, from the schedule alone. In round R = 0, 1, ... (cycle R+1) a processor with period
// P executes row R mod P. The row has a line and an offset for each port that sends: the port sends
// message rate*floor(R/step) - offset to the line if that message exists. There are `rate` new
// messages per step. A step has `step` rounds: 1 or, if messages follow each other more slowly, as
// in a binomial tree, P. If the schedule is periodic, the number of rows does not depend on
// the number of messages; otherwise there is a row per round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/machines/rom.hpp"
#include "romcast/machines/rom_file.hpp"

namespace romcast {

/// The action of one port in each round that executes a row; element p of the row is for port p.
struct PeriodicSend {
  bool send = false;
  bool clip = false;        ///< sends the last message in place of higher numbers
  std::uint32_t line = 0;   ///< receiver * ports + lane; the lane is the receiver's port
  std::int32_t offset = 0;  ///< message = rate*floor(round/step) - offset
  auto operator<=>(const PeriodicSend&) const = default;
};

/// The rows of one processor, in order of round mod period; a row has one PeriodicSend per port.
using PeriodicProgram = std::vector<PeriodicSend>;

struct CompleteRoms {
  std::uint32_t ports = 1;       ///< of a processor
  std::uint32_t rate = 1;        ///< new messages per step
  std::uint32_t step = 1;        ///< rounds per step: 1, or the period of every sender
  std::uint32_t last_round = 0;  ///< rounds of the run; a row with `clip` sends nothing after them
  std::uint32_t messages = 1;    ///< in an allgather those of all processors
  std::vector<PeriodicProgram> programs{};  ///< without duplicates
  std::vector<std::uint32_t> program_of{};  ///< by processor

  /// Number of rows of a processor.
  [[nodiscard]] std::uint32_t period(NodeId processor) const {
    return static_cast<std::uint32_t>(programs[program_of[processor]].size() / ports);
  }
  [[nodiscard]] std::uint32_t longest_period() const;
  /// True if `send` sends a message in `round` (0, 1, ...); `round` must execute the row of `send`.
  [[nodiscard]] bool happens(const PeriodicSend& send, std::uint64_t round) const;
};

/// Compiles a schedule. Throws InputError if a hop is impossible, for example because its sender
/// does not hold the message, or if a processor needs more than kMostPeriod rows.
CompleteRoms compile_complete_roms(const Complete& network, const Collective& collective,
                                   std::uint32_t ports, const OpenSchedule& schedule);

/// Layout of a row in the hardware: {send, clip, line, offset} per port, port 0 lowest.
struct RowFormat {
  std::uint32_t ports = 1;   ///< of a processor
  unsigned line_bits = 1;    ///< LINE_BITS of rtl/complete/complete_port.v
  unsigned offset_bits = 1;  ///< OFFSET_BITS; offsets are signed
  [[nodiscard]] unsigned bits() const { return ports * (line_bits + offset_bits + 2); }
};
/// The narrowest format that fits all rows.
RowFormat row_format(const CompleteRoms& roms);
/// Encodes a row of a program for the hardware.
ControlWord packed_row(const RowFormat& format, const PeriodicProgram& program,
                       std::uint32_t phase);
/// Decodes the sends of a row.
PeriodicProgram unpacked_row(const RowFormat& format, std::span<const std::uint32_t> row);
/// The distinct programs as ROM images, a word per row.
std::vector<RomImage> packed_programs(const CompleteRoms& roms);

/// Rows of the fabric between the processors: cycle c uses row (c-1) mod the number of rows.
struct FabricRom {
  RomImage rows;
  FabricKind kind = FabricKind::crossbar;
};
/// Bits of a row for `lines` inputs and as many outputs, bit_ceil(lines) in a Benes network.
unsigned row_bits(FabricKind kind, std::uint64_t lines);
/// Returns one row per round of the processors' common period if that period is shorter than
/// the run of `rounds` rounds and no such row gives an output line several sources; else one row
/// per round of the run. Throws InputError for more than 65536 lines, or if a row per round of the
/// run exceeds kMostPeriod rows.
/// Row of a crossbar: {valid, source line} per output line, output 0 lowest. Row of a Benes
/// network: see benes_row; the number of lines is rounded up to a power of two.
FabricRom fabric_rom(FabricKind kind, const Complete& network, const CompleteRoms& roms,
                     Cycle rounds);

}  // namespace romcast
