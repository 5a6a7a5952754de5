// SPDX-License-Identifier: Apache-2.0
// The nodes of a run in terms of data: the kind of machine, and its control. The Verilog hardware
// is made of these values (systemc/hardware_of.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "romcast/core/combined_value.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/core/tree_rules.hpp"
#include "romcast/machines/combining/combining_rom.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "romcast/machines/logp/logp_rom.hpp"
#include "romcast/machines/store/store_rom.hpp"
#include "romcast/machines/tree/tree_rom.hpp"

namespace romcast {

/// Fat trees: ROM control if `roms` are given, else the switches follow the rules.
struct TreeNodes {
  std::shared_ptr<const FatTree> tree;
  Collective collective;
  std::shared_ptr<const TreeRules> rules;
  std::shared_ptr<const TreeRoms> roms{};
  std::vector<std::uint32_t> depths{};  ///< by level - 1: slots per queue and link
};

/// Nodes with stores: ROM control if `roms` are given, else they follow the rules.
struct StoreNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  Ports ports{};
  Timing timing{};
  std::shared_ptr<const StoreRoms> roms{};
  std::optional<StarRules> rules{};  ///< with this many slots in stores (cyclic: queues)
};

/// Nodes that combine messages in transit, controlled by ROMs.
struct CombiningNodes {
  std::shared_ptr<const Topology> network;
  Collective collective;
  std::shared_ptr<const ReduceRoms> roms{};
  /// in_order if the plan combines consecutive processors, so that the result is right for
  /// operations that do not commute, too.
  Maps maps = Maps::commuting;
};

/// Broadcasts on fully connected networks.
struct CrossbarNodes {
  /// Limits on lines (ports of all processors together) and ROM rows.
  static constexpr std::uint64_t kMostLines = 8192;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Limit on ports: a processor selects each message from the stores of all its ports.
  static constexpr std::uint32_t kMostPorts = 16;
  static constexpr std::uint32_t kMostMessages = 65536;
  /// Limit on slots; a port has one for every message.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 28;
  /// Built slots of a port; coarse sizes keep distinct models few.
  static std::uint32_t places(std::uint32_t messages);

  std::shared_ptr<const Complete> complete;
  Collective collective;
  std::shared_ptr<const CompleteRoms> roms{};  ///< rows of the processors
  /// If given, the processors compute these rows and have no ROM.
  std::optional<CompleteRules> rules{};
  FabricKind kind = FabricKind::crossbar;
  /// ROM of the fabric; without it a crossbar decodes destinations.
  std::shared_ptr<const FabricRom> fabric{};
};

/// LogP machines.
struct LogpNodes {
  static constexpr std::uint32_t kMostProcessors = 8192;
  static constexpr std::uint32_t kMostMessages = 65536;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Limit on the bytes of all lines: a processor's line holds a message per cycle of latency.
  static constexpr std::uint64_t kMostLineBytes = std::uint64_t{1} << 30;
  static std::uint64_t line_bytes(std::uint64_t processors, const Timing& timing);
  /// Rows of a line for messages in transit; machines with similar latencies share a size.
  static std::uint64_t line_rows(const Timing& timing);
  /// Limit on processors times cycles: no processor ever sleeps, so more would last many minutes.
  static constexpr std::uint64_t kMostProcessorCycles = 1'000'000'000;

  std::shared_ptr<const Complete> complete;
  Collective collective;
  Timing timing{};
  std::shared_ptr<const LogpRoms> roms{};
  /// Summations: see operand_order().
  std::vector<std::vector<std::uint32_t>> operands{};
  Maps maps = Maps::commuting;     ///< in_order if values are combined in the order of processors
  std::uint32_t queue_depth = 2;   ///< buffered machines
  Cycle last_hop = 0, cycles = 0;  ///< of the plan
};

struct ControlledNodes {
  std::variant<TreeNodes, StoreNodes, CombiningNodes, CrossbarNodes, LogpNodes> machine;
  std::string control{};  ///< "rule" or "rom"
  std::optional<RomSize> rom{}, processor_rom{};
  std::string rom_note{};  ///< reason why local rules run instead of ROMs
  std::string fabric{};    ///< of fully connected networks; else empty
};

}  // namespace romcast
