// SPDX-License-Identifier: Apache-2.0
// Compiles a schedule on a direct network into the ROMs of the nodes of rtl/direct. A node's ROMs
// hold the slot and port of each send of the node, and depend on the schedule alone. Slots and
// ports are numbered per node, so symmetric nodes share an image.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/program.hpp"

namespace romcast {

/// The treatment of a message that a node keeps.
struct StoreKeeping {
  bool multicast = false;  ///< a message stays when it is sent, for further sends
  bool copies = false;     ///< a processor keeps its copy and makes labelled copies of the message
  bool swaps = false;      ///< a sent message leaves; an arrival can take its slot in that cycle
};
StoreKeeping keeping_of(const Collective& collective);

/// The address space of a node's control word.
struct StoreShape {
  unsigned engines = 1;      ///< sequencers of a node: 1 (single-port) or one per port
  std::uint32_t places = 1;  ///< slots of the store (single-port) or of each bank (multi-port)
  /// The word also contains the label of a new copy, 0 for messages that pass through.
  bool copies = false;
  /// Multi-port: number of slots of each bank that are filled in turn, as in a ring. 0: with
  /// StoreKeeping::swaps, an arrival takes the slot of the message that its port sends in the same
  /// cycle; if there is no such message, or without swaps, the next slot that was never filled.
  std::uint32_t ring = 0;
};

/// Programs of all nodes, without duplicates.
struct StoreRoms {
  StoreShape store;
  /// Slots per store or bank with which no store or bank overflows when the programs run.
  std::uint32_t needed = 1;
  std::vector<RomImage> images;
  std::vector<std::uint32_t> image_of;  ///< by node * engines + engine
  /// The distinct orders in which processors put own messages into their stores; messages have the
  /// relative numbers of own_message().
  std::vector<std::vector<std::uint32_t>> orders;
  std::vector<std::uint32_t> order_of;  ///< by node
};

/// Treatment of impossible sends. A send is impossible if its message does not exist or is not held
/// by the node, if its port is busy, or if the send begins before cycle 1.
enum class Illegal {
  refuse,
  run  ///< a message that is not held is read from an empty slot (making a copy from such a
       ///< message is still refused); other impossible sends are omitted
};

/// Slots with which a store is built if it needs `needed` slots: a power of two, at least 32, so
/// that few sizes are built.
std::uint32_t store_places(std::uint32_t needed);

/// Number of ports that each node of a network is built with: the most links of a node, at least
/// two.
unsigned store_ports(const Topology& network);

/// Number of the bit at which, in a load address, the ROM number of a multi-port node begins.
unsigned rom_select(unsigned ports);

/// Width of a node's control word. The fields of the word, from bit 0: slot; port (single-port) or
/// bank (multi-port); label, only if `store.copies`; start, 1 bit; send, 1 bit.
unsigned store_control_bits(const Topology& network, StoreShape store);

/// The own message that has number `relative` in a node. In an alltoall or a scatter, the number is
/// q * M + m for message m = 0..M-1 of the M messages to the destination with displacement q from
/// the node (Topology::displacement). In other collectives, the number is the index among the
/// node's own messages. If the collective lists its messages (Traits::listed), throws InputError
/// for an index that is too large.
MessageId own_message(const Topology& network, const Collective& collective, NodeId node,
                      std::uint32_t relative);

struct StoreBuild {
  Timing timing{};
  std::uint32_t places = 0;  ///< slots of each store or bank; 0: store_places(StoreRoms::needed)
  std::uint32_t ring = 0;    ///< as in StoreShape
  Illegal illegal = Illegal::refuse;
};

/// Throws InputError if a schedule cannot be run from a ROM.
StoreRoms compile_store_roms(const Topology& network, const Collective& collective, Ports ports,
                             const OpenSchedule& schedule, const StoreBuild& build = {});

}  // namespace romcast
