// SPDX-License-Identifier: Apache-2.0
// The depths that the queues of a fabric's endpoints need, computed from the schedule.
#pragma once

#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast {

/// Words that the queues of a tile's endpoint must hold; 0: no flow uses the queue.
struct FabricDepths {
  /// Enough that a source never waits if it writes the words of a frame back to back, beginning in
  /// any slot. On demand: all words of a frame.
  std::uint32_t tx = 0;
  /// With credits: enough that no word is dropped, however long the sink stalls, and that a sink
  /// that never stalls does not stop its senders. Without: enough that no word is dropped if the
  /// sink never stalls. On demand: enough by the rule of docs/fabric-rtl.md.
  std::uint32_t rx = 0;
  std::uint32_t room = 0;     ///< part of `rx`: words that arrive without credit (parameter ROOM)
  std::uint32_t waiting = 0;  ///< part of `rx`: words in the queue of a sink that never stalls
  /// The sink may stall: true if all flows to the sink have credits, or if frames are on demand.
  bool stalls = false;
  Cycle tx_from = 0;  ///< a source that begins a frame in this slot fills all of `tx`
  /// Slot in which a word arrives: a sink that stalls from that word on fills all of `rx`.
  Cycle rx_from = 0;
};

/// Depths by tile, for one mode of the fabric. `credits`: endpoints use credits. Clocks between
/// slots, queues and credits: docs/fabric-rtl.md.
std::vector<FabricDepths> fabric_depths(const Fabric& fabric, std::size_t mode, bool credits);

/// Slot from which on no word of a flow with credits is injected if its sink stalls from the word
/// on that arrives in slot `first`; slots are numbered consecutively over all frames. Throws
/// std::logic_error if no word brings the flow's credits.
std::uint64_t credit_end(const FabricMode& mode, const Fabric& fabric, std::size_t flow,
                         std::uint64_t first);

/// Most words that a mode ejects to a tile between a credit and the effect of the credit, if the
/// credit takes the longest path from the tile and the words take the longest path to the tile
/// (docs/fabric-rtl.md, Credits); at least the words of two frames.
std::uint64_t most_without_credit(const FabricMode& mode, const std::vector<FabricFlow>& flows,
                                  std::size_t tile);

/// A word, with the slot of its injection; slots are numbered consecutively over all frames.
struct FabricArrival {
  std::size_t flow = 0;
  std::uint64_t slot = 0;
};
/// The words for a tile that arrive in slot `from` or later and are injected before slot `until`,
/// sorted by the slot of their injection.
std::vector<FabricArrival> fabric_arrivals(const FabricMode& mode, const Fabric& fabric,
                                           std::size_t tile, std::uint64_t from,
                                           std::uint64_t until);

}  // namespace romcast
