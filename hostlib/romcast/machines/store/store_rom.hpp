// SPDX-License-Identifier: Apache-2.0
// Compiles a schedule on a direct network into the ROMs of the nodes of rtl/direct: the sends of a
// node, with their slots and ports. The schedule alone determines them. Slots and ports are local
// to a node, so symmetric nodes share an image.
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
  bool copies = false;     ///< a processor keeps its own copy, from which it makes labelled ones
  bool swaps = false;      ///< a sent message leaves; an arrival can take its slot in that cycle
};
StoreKeeping keeping_of(const Collective& collective);

/// The address space of a node's control word.
struct StoreShape {
  unsigned engines = 1;      ///< sequencers of a node: 1 (single-port) or one per port
  std::uint32_t places = 1;  ///< slots of the store (single-port) or of each bank (multi-port)
  /// The word also contains the label of a new copy, 0 for messages that pass through.
  bool copies = false;
  /// Multi-port: number of slots of each bank that are filled in turn, as in a ring. 0: an arrival
  /// takes the slot of the message that its port sends in the same cycle, else the next slot that
  /// was never filled.
  std::uint32_t ring = 0;
};

/// Programs of all nodes, without duplicates.
struct StoreRoms {
  StoreShape store;
  /// Slots that the programs use; a smaller store overflows when they run.
  std::uint32_t needed = 1;
  std::vector<RomImage> images;
  std::vector<std::uint32_t> image_of;  ///< by node * engines + engine
  /// The distinct orders in which processors put own messages into their stores; messages have the
  /// relative numbers of own_message().
  std::vector<std::vector<std::uint32_t>> orders;
  std::vector<std::uint32_t> order_of;  ///< by node
};

/// Treatment of an impossible send: of a message that does not exist or that the node does not
/// hold, or by a port that is busy.
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

/// Lowest bit of the field of a load address that selects one of the ROMs of a multi-port node.
unsigned rom_select(unsigned ports);

/// Bits of a node's control word: slot, port (single-port) or bank (multi-port), for copies the
/// label, start, send.
unsigned store_control_bits(const Topology& network, StoreShape store);

/// The own message that has number `relative` in a node. The number is, in an alltoall or a
/// scatter, q*M + m for message m of the M messages to the destination displaced by q
/// (Topology::displacement); in an exchange, the index among the node's messages; else m.
MessageId own_message(const Topology& network, const Collective& collective, NodeId node,
                      std::uint32_t relative);

struct StoreBuild {
  Timing timing{};
  std::uint32_t places = 0;  ///< slots of a store; 0: store_places() of the schedule's need
  std::uint32_t ring = 0;    ///< as in StoreShape
  Illegal illegal = Illegal::refuse;
};

/// Throws InputError if a schedule cannot be run from a ROM.
StoreRoms compile_store_roms(const Topology& network, const Collective& collective, Ports ports,
                             const OpenSchedule& schedule, const StoreBuild& build = {});

}  // namespace romcast
