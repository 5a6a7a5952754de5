// SPDX-License-Identifier: Apache-2.0
// The tiles of a network, and the movements of a frame's words through them.
#pragma once

#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast::fabric {

/// Numbers of a tile's inputs and outputs before links are numbered: kEndpoint, or the link's own.
using Port = std::uint32_t;
inline constexpr Port kEndpoint = kNone;
/// The operator's result, an input, and its operands, outputs.
inline constexpr Port kResult = kNone - 1, kOperandA = kNone - 2, kOperandB = kNone - 3;

/// A word's stay in a tile: from the slot in which it is on the input, counted without the period,
/// to the slots in which outputs take it.
struct Stay {
  std::size_t tile = 0;
  MessageId message = 0;
  Cycle from = 0;
  Port input = kEndpoint;
  std::vector<std::pair<Cycle, Port>> leaves{};  ///< ascending
  auto operator<=>(const Stay&) const = default;
};

/// The tiles of a network: a router and the only endpoint whose links lead to it, or a node alone.
class Tiles {
 public:
  explicit Tiles(const Topology& network);

  [[nodiscard]] const std::vector<FabricTile>& all() const { return tiles_; }
  [[nodiscard]] std::size_t of_endpoint(NodeId processor) const { return end_[processor]; }
  /// Cycles that a word spends in tiles of endpoints alone, which no schedule counts, by
  /// destination.
  [[nodiscard]] std::vector<std::uint32_t> outside(const Flow& flow) const;
  /// The stays of a schedule. Throws InputError if an endpoint would inject, or eject, two words in
  /// a slot, or if a word arrives without use.
  [[nodiscard]] std::vector<Stay> stays(const FabricSchedule& schedule) const;
  /// Numbers the links such that no stay uses an output and the input of the same number. Throws
  /// InputError if a node has too many links.
  [[nodiscard]] std::vector<FabricTile> numbered(const std::vector<Stay>& stays);
  /// The same with the numbers of a fabric that is built. Throws InputError if it has other tiles
  /// or links, or if a stay uses an output and the input of the same number.
  [[nodiscard]] std::vector<FabricTile> wired(const std::vector<FabricTile>& built,
                                              const std::vector<Stay>& stays);
  /// The number of an endpoint or a link; after numbered() or wired().
  [[nodiscard]] unsigned input(std::size_t tile, Port port) const;
  [[nodiscard]] unsigned output(std::size_t tile, Port port) const;

 private:
  /// The stays of a reduction's message, whose hops are in order.
  void follow(const FabricSchedule& schedule, MessageId message, const std::vector<Hop>& hops,
              std::vector<Stay>& all) const;
  [[nodiscard]] bool merged(NodeId processor) const {
    return tiles_[end_[processor]].node != processor;
  }

  const Topology& network_;
  std::vector<FabricTile> tiles_;
  std::vector<std::size_t> end_, node_;  // tiles, by processor and by node
  std::map<std::pair<std::size_t, Port>, unsigned> inputs_, outputs_;
};

}  // namespace romcast::fabric
