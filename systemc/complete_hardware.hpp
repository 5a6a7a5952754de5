// SPDX-License-Identifier: Apache-2.0
// Fully connected networks in hardware: an interface per processor and the crossbar, or the Benes
// network, between them (rtl/complete).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/core/complete.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/rom/complete_rom.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

/// What runs a broadcast.
struct CompleteControl {
  std::shared_ptr<const CompleteRoms> roms{};  ///< rows of the processors
  /// If given, the processors compute these very rows and have no ROM.
  std::optional<CompleteRules> rules{};
  FabricKind kind = FabricKind::crossbar;
  /// Of the switch; without it a crossbar decodes destinations itself.
  std::shared_ptr<const FabricRom> fabric{};
};

class CompleteHardware final : public NodeHardware {
 public:
  /// Lines (ports of all processors together) and ROM rows that are built at most.
  static constexpr std::uint64_t kMostLines = 8192;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Ports of a processor: it chooses each message to be sent from the stores of all of them.
  static constexpr std::uint32_t kMostPorts = 16;
  static constexpr std::uint32_t kMostMessages = 65536;
  /// A port has a slot for every message.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 28;
  /// Slots that a port is built with, a few sizes only.
  static std::uint32_t places(std::uint32_t messages);

  /// InputError if a row does not fit the interfaces.
  CompleteHardware(std::shared_ptr<const Complete> complete, const Collective& collective,
                   CompleteControl control);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  [[nodiscard]] bool can_sleep() const override { return false; }
  /// Per port one for deliveries, one into the crossbar and one out of it, in this order.
  [[nodiscard]] unsigned local_lanes() const override { return 3 * ports_; }
  [[nodiscard]] std::string control() const override { return control_.fabric ? "rom" : "rule"; }
  [[nodiscard]] unsigned delivery_lane(const Hop& hop) const override;
  void describe(NetworkBuilder& network) const override;
  void add_processors(Network& network) override;
  void collect(Network& network, CosimulationResult& result) const override;

 private:
  [[nodiscard]] ModelSpec port_model() const;
  [[nodiscard]] ModelSpec crossbar_model() const;
  [[nodiscard]] std::vector<Strap> straps(NodeId node) const;
  void add_port(NetworkBuilder& network, NodeId node) const;
  void load_port(NetworkBuilder& network, NodeId node) const;
  void add_crossbar(NetworkBuilder& network) const;

  std::shared_ptr<const Complete> complete_;
  Collective collective_;
  CompleteControl control_;
  unsigned ports_;
  std::uint32_t lines_;  // in use
  CompleteFlitCodec codec_;
};

}  // namespace romcast
