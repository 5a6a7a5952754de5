// SPDX-License-Identifier: Apache-2.0
// Describes fully connected networks, and the rows or rules that control them, without Verilog.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"

namespace romcast {

/// The nodes of a fully connected network that runs a broadcast or, if its processors have several
/// ports, an allgather.
struct CrossbarNodes {
  /// Limits on lines (ports of all processors together) and on ROM rows.
  static constexpr std::uint64_t kMostLines = 8192;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Limit on a processor's ports: each message to be sent is selected from the stores of all
  /// ports.
  static constexpr std::uint32_t kMostPorts = 16;
  static constexpr std::uint32_t kMostMessages = 65536;
  /// Limit on all slots: a port has a slot for every message.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 28;
  /// Limit on the rows of all delay lines (rtl/complete/logp_line.v) together, one message each.
  static constexpr std::uint64_t kMostLineRows = std::uint64_t{1} << 27;
  /// The number of slots that a port is built with: the smallest 64 * 4^i that holds all messages.
  static std::uint32_t places(const Collective& collective);

  std::shared_ptr<const Complete> complete;
  Collective collective;
  std::uint32_t latency = 1;                   ///< cycles between a sender and its receiver
  std::shared_ptr<const CompleteRoms> roms{};  ///< rows of the processors
  /// If given, the processors compute the rows of `roms` and have no ROM.
  std::optional<CompleteRules> rules{};
  FabricKind kind = FabricKind::crossbar;
  /// The ROM of the fabric; nullptr: a crossbar that decodes destinations.
  std::shared_ptr<const FabricRom> fabric{};
};

}  // namespace romcast
