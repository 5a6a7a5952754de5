// SPDX-License-Identifier: Apache-2.0
// Compiles schedules of LogP machines into the programs of rtl/complete/logp_port.v: per processor
// a list of timed rows, or, for plans with a LogpProgram whose `pace` is 1 cycle on machines
// without queues, block-cyclic descriptors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/logp_program.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/machines/rom.hpp"

namespace romcast {

/// A row of rtl/complete/logp_list.v.
struct TimedRow {
  enum class Op : std::uint8_t {
    wait = 0,      ///< no action
    stored = 1,    ///< send a message that was received or present from the start
    supplied = 2,  ///< send the message that the processor supplies
    add = 3        ///< add one of the processor's own operands, or compute for a cycle
  };
  Op op = Op::wait;
  bool next_node = false;     ///< the destination grows by 1 with every repetition
  bool next_message = false;  ///< the message's number grows by 1 with every repetition
  std::uint32_t times = 0;    ///< repetitions after the first time
  std::uint32_t wait = 0;     ///< idle cycles before the first time and every repetition
  std::uint32_t need = 0;     ///< messages that must have been received
  MessageId message = 0;
  NodeId to = 0;           ///< relative to the processor itself
  std::uint32_t lane = 0;  ///< lane of the receiver; buffered machines have two
  auto operator<=>(const TimedRow&) const = default;
};
using TimedList = std::vector<TimedRow>;

/// Limit on TimedRow::wait and on TimedRow::times; larger numbers need several rows.
inline constexpr std::uint32_t kLongestWait = 65535;

struct TimedRoms {
  std::vector<TimedList> lists{};        ///< without duplicates
  std::vector<std::uint32_t> list_of{};  ///< by processor
};

/// The number by which a row names a message that `from` sends to `to`. In an allgather or alltoall
/// of n processors, (origin - from) mod n replaces the message's origin, so that symmetric
/// processors have equal rows; in an alltoall, (destination - to) mod n also replaces its
/// destination, so the messages from `from` to `to` have the numbers 0 to Collective::messages - 1.
/// In other collectives returns `message`.
MessageId relative_number(const Collective& collective, NodeId from, NodeId to, MessageId message);
/// Inverse of relative_number. A number that relative_number never returns is not detected, and may
/// yield a valid message.
MessageId absolute_number(const Collective& collective, NodeId from, NodeId to, MessageId relative);

/// Compiles a schedule into timed rows, which name messages by relative_number(). Throws InputError
/// if a processor would begin two actions in a cycle or, on a buffered machine, would be sent more
/// than two messages in a cycle.
TimedRoms compile_timed_roms(const Complete& network, const Collective& collective, Timing timing,
                             const OpenSchedule& schedule);

/// A row of rtl/complete/logp_cyclic.v: item x goes to processor base + (x + offset) mod size,
/// counted from the source.
struct CyclicRow {
  NodeId base = 0;
  std::uint32_t size = 1, offset = 0;
  std::uint32_t step = 0;  ///< size of the processor's own block modulo `size`
  auto operator<=>(const CyclicRow&) const = default;
};

struct CyclicRoms {
  std::vector<std::vector<CyclicRow>> blocks{};  ///< programs: the source's, then one per block
  std::vector<std::uint32_t> block_of{};         ///< by processor; kNone: only receives
  std::vector<std::uint32_t> first{};            ///< by processor: its first item
  /// For each processor: the cycle, counted from 0, of the first send of its item `first`.
  std::vector<Cycle> start{};
  std::uint32_t items = 1;
};
/// Makes the processors' programs from a LogpProgram, whose `pace` must be 1 cycle.
CyclicRoms cyclic_roms(const Complete& network, const Collective& collective,
                       const LogpProgram& program);

/// Widths of the fields in the hardware, see rtl/complete/logp_port.v.
struct LogpFields {
  unsigned line_bits = 16, span_bits = 16, need_bits = 16, tag_bits = 16, size_bits = 8;
  unsigned lanes = 1;
};
/// The widths for a problem; buffered machines have two lanes.
LogpFields logp_fields(const Collective& collective, Timing timing);
/// The flits of LogP machines.
std::unique_ptr<FlitCodec> logp_codec(const Collective& collective);
unsigned timed_row_bits(const LogpFields& fields);
unsigned cyclic_row_bits(const LogpFields& fields);
/// packed_row encodes a row as a ROM word; timed_row and cyclic_row decode such a word.
ControlWord packed_row(const LogpFields& fields, const TimedRow& row);
ControlWord packed_row(const LogpFields& fields, const CyclicRow& row);
TimedRow timed_row(const LogpFields& fields, std::span<const std::uint32_t> word);
CyclicRow cyclic_row(const LogpFields& fields, std::span<const std::uint32_t> word);

/// Holds exactly one of the two: lists of timed rows, or block-cyclic descriptors.
struct LogpRoms {
  std::optional<TimedRoms> timed{};
  std::optional<CyclicRoms> cyclic{};
  /// Number of rows of the longest program.
  [[nodiscard]] std::size_t longest() const;
  /// Size of the ROM images if each field is as narrow as its values in the rows allow.
  [[nodiscard]] RomSize size() const;
  /// The distinct programs as ROM images.
  [[nodiscard]] std::vector<RomImage> packed(const LogpFields& fields) const;
};

}  // namespace romcast
