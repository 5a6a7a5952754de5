// SPDX-License-Identifier: Apache-2.0
// Fully connected networks before they are Verilog: what they are, and what controls them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"

namespace romcast {

/// Broadcasts on fully connected networks, and allgathers by processors with several ports.
struct CrossbarNodes {
  /// Lines (ports of all processors together) and ROM rows that are built at most.
  static constexpr std::uint64_t kMostLines = 8192;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Ports of a processor: it chooses each message to be sent from the stores of all of them.
  static constexpr std::uint32_t kMostPorts = 16;
  static constexpr std::uint32_t kMostMessages = 65536;
  /// A port has a slot for every message.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 28;
  /// Rows of all lines, which delay messages by the latency.
  static constexpr std::uint64_t kMostLineRows = std::uint64_t{1} << 27;
  /// Slots that a port is built with, a few sizes only.
  static std::uint32_t places(const Collective& collective);

  std::shared_ptr<const Complete> complete;
  Collective collective;
  std::uint32_t latency = 1;                   ///< cycles between a sender and its receiver
  std::shared_ptr<const CompleteRoms> roms{};  ///< rows of the processors
  /// If given, the processors compute these very rows and have no ROM.
  std::optional<CompleteRules> rules{};
  FabricKind kind = FabricKind::crossbar;
  /// The ROM of the switch; without it a crossbar decodes destinations itself.
  std::shared_ptr<const FabricRom> fabric{};
};

}  // namespace romcast
