// SPDX-License-Identifier: Apache-2.0
// A fabric as a Verilog design: its sizes, names, and the words that a host writes into it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/fabric/fabric.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Depths of an endpoint's queues, in words. `room`: as in Fabric.
struct FabricQueues {
  std::uint32_t tx = 0, rx = 0, room = 0;
};

struct FabricSettings {
  unsigned payload = 32;    ///< bits of a word: a multiple of 8, at most kMostPayload
  bool wishbone = false;    ///< control by Wishbone B4 instead of AXI4-Lite
  bool crossing = false;    ///< streams have a clock of their own
  bool credits = true;      ///< receivers stop their senders by credits; ignored if on_demand
  bool on_demand = false;   ///< a frame starts when all endpoints are ready for it
  bool is_signed = false;   ///< parameter SIGNED
  unsigned statistics = 1;  ///< parameter STATS
  std::vector<FabricQueues> queues{};  ///< by tile; empty: the usual depths
};
inline constexpr unsigned kMostPayload = 4096;

/// A write to the register file: word address and data.
struct FabricWrite {
  std::uint32_t address = 0, data = 0;
};

class FabricDesign {
 public:
  /// Throws InputError if the payload is not a whole number of bytes, or is too wide.
  FabricDesign(const Topology& network, Fabric fabric, FabricSettings settings);

  [[nodiscard]] const Fabric& fabric() const { return fabric_; }
  [[nodiscard]] const FabricSettings& settings() const { return settings_; }
  [[nodiscard]] FabricRules rules() const {
    return {settings_.credits, settings_.on_demand, settings_.is_signed};
  }
  [[nodiscard]] std::uint64_t fingerprint() const { return fabric_.fingerprint(settings_.payload); }
  /// Verilog identifier of a tile, unique among tiles.
  [[nodiscard]] const std::string& name(std::size_t tile) const { return names_[tile]; }
  /// Verilog identifier of a tile's endpoint, unique among endpoints; empty: no endpoint.
  [[nodiscard]] const std::string& endpoint(std::size_t tile) const { return ends_[tile]; }
  [[nodiscard]] bool has_endpoint(std::size_t tile) const { return !ends_[tile].empty(); }
  /// Name under which a verdict lists a flow's figures: the name of its reduction if it has one,
  /// else that of the flow.
  [[nodiscard]] const std::string& figures_name(const FabricFlow& flow) const {
    return flow.reduction == kNoTile ? flow.name : fabric_.reductions[flow.reduction].name;
  }
  /// Latency of the flow in the first mode, in slots: Fabric::latency(), or, if the flow belongs to
  /// a reduction, the latency that `verdict` has for the reduction's result. 0 if the first mode
  /// does not have the flow. `verdict`: the judge's verdict on the first mode.
  [[nodiscard]] Cycle latency(const FabricFlow& flow, const PeriodVerdict& verdict) const;
  /// Depths of the endpoint's queues, in words.
  [[nodiscard]] unsigned tx_depth(std::size_t tile) const;
  [[nodiscard]] unsigned rx_depth(std::size_t tile) const;
  /// True if the sink at the tile may stall: all flows to the tile have credits, or frames
  /// are on demand.
  [[nodiscard]] bool may_stall(std::size_t tile) const;
  [[nodiscard]] unsigned tile_bits() const;
  [[nodiscard]] unsigned address_bits() const;
  /// The word address {1, tile, space, word}: these fields side by side, `word` lowest.
  [[nodiscard]] std::uint32_t address(std::size_t tile, unsigned space, unsigned word) const;
  /// The writes that load the tables of a mode, tile by tile: the router's slots, the endpoint's
  /// slots, and, if frames are on demand, the number of words that the endpoint must have before a
  /// frame.
  [[nodiscard]] std::vector<FabricWrite> writes(std::size_t mode) const;
  [[nodiscard]] std::size_t writes_of_tile(std::size_t mode) const;
  /// Signature of a table of a tile: the router's in space 1, the endpoint's in 2
  /// (docs/fabric-rtl.md).
  [[nodiscard]] std::uint32_t signature(std::size_t mode, std::size_t tile, unsigned space) const;

 private:
  Fabric fabric_;
  FabricSettings settings_;
  std::vector<std::string> names_, ends_;
};

}  // namespace romcast
