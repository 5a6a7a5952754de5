// SPDX-License-Identifier: Apache-2.0
// The tiles of a network, and the paths of a frame's words through them.
#pragma once

#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast::fabric {

/// An input or output of a tile: kEndpoint, the LinkId of a link, or a port of the operator
/// (below). Tiles::numbered() and Tiles::wired() give the links their numbers within a tile.
using Port = std::uint32_t;
inline constexpr Port kEndpoint = kNone;
/// The operator's result (an input of the router) and its operands (outputs).
inline constexpr Port kResult = kNone - 1, kOperandA = kNone - 2, kOperandB = kNone - 3;

/// A word's stay in a tile: the word is on `input` in slot `from`, and outputs take it in the slots
/// of `leaves`. Slots are not modulo the period.
struct Stay {
  std::size_t tile = 0;
  MessageId message = 0;
  Cycle from = 0;
  Port input = kEndpoint;
  std::vector<std::pair<Cycle, Port>> leaves{};  ///< slot and output, ascending
  auto operator<=>(const Stay&) const = default;
};

/// The tiles of a network. A tile is a single node, or a router and an endpoint that is linked to
/// nothing but this router.
class Tiles {
 public:
  explicit Tiles(const Topology& network);

  [[nodiscard]] const std::vector<FabricTile>& all() const { return tiles_; }
  [[nodiscard]] std::size_t of_endpoint(NodeId processor) const { return end_[processor]; }
  /// For each destination: the cycles of a word's latency that are not counted in a schedule. The
  /// origin and the destination add one each, unless merged with a router into one tile.
  [[nodiscard]] std::vector<std::uint32_t> outside(const Flow& flow) const;
  /// The stays of a schedule. Throws InputError if an endpoint would inject, or eject, two words in
  /// a slot, if a word reaches a tile that neither needs it nor sends it on, or if the words of a
  /// reduction in a tile neither leave at once nor meet in pairs.
  [[nodiscard]] std::vector<Stay> stays(const FabricSchedule& schedule) const;
  /// Numbers the links such that no output takes a word directly from the input with the same
  /// number. Throws InputError if a node has too many links.
  [[nodiscard]] std::vector<FabricTile> numbered(const std::vector<Stay>& stays);
  /// Numbers the links as in an existing fabric. Throws InputError if the fabric has other tiles or
  /// links, or if an output would take a word directly from the input with the same number.
  [[nodiscard]] std::vector<FabricTile> wired(const std::vector<FabricTile>& built,
                                              const std::vector<Stay>& stays);
  /// The number of a tile's input: 0 for kEndpoint; for a link, the number that numbered() or
  /// wired() gave the link in an earlier call.
  [[nodiscard]] unsigned input(std::size_t tile, Port port) const;
  /// The same for a tile's output.
  [[nodiscard]] unsigned output(std::size_t tile, Port port) const;

 private:
  /// Adds the stays of a reduction's message to `all`; `hops`: this message's hops, by cycle.
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
