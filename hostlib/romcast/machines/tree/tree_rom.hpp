// SPDX-License-Identifier: Apache-2.0
// Compiles a schedule on a fat tree into the ROMs of the tree's switches and processors. No other
// input is needed: the links by which a message leaves a switch determine the switch's queues that
// hold the message.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "romcast/core/fat_tree.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/machines/program.hpp"

namespace romcast {

/// Programs of all nodes, without duplicates.
struct TreeRoms {
  std::vector<RomImage> switch_images, processor_images;
  std::vector<std::uint32_t> image_of_switch;     ///< indexed by node - processors
  std::vector<std::uint32_t> image_of_processor;  ///< by processor
  /// For each processor: the messages that it sends, by slot. The control word of a processor is
  /// {slot, send}; the message in `slot` leaves if `send` is 1.
  std::vector<std::vector<MessageId>> slots;
  /// False if the mark `queue_high` of a multi-port switch is below the number of its messages: the
  /// statistics (rtl/fat_tree/fat_tree_statistics.v) count, of the multicasts that came by a
  /// branch, those in the fullest queue, but others wait only in other queues.
  bool counts_messages = true;
};

/// Bits of a switch's control word (rtl/fat_tree/fat_tree_switch_*.v).
unsigned control_bits(const FatTree& tree, unsigned level, QueueKind queues);

/// `multicast`: a switch may send an arrival several times; false saves memory, as the compiler
/// then forgets an arrival once it is sent. Throws InputError if queues cannot run the schedule,
/// for example if a message overtakes another one, or a single-port switch does not serve the
/// children in ascending order.
TreeRoms compile_tree_roms(const FatTree& tree, QueueKind queues, const OpenSchedule& schedule,
                           bool multicast = true);

}  // namespace romcast
