// SPDX-License-Identifier: Apache-2.0
// LogP machines in hardware: an interface per processor, and the crossbar with lines of registers
// between them (rtl/complete/logp_port.v, logp_fabric.v).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/core/complete.hpp"
#include "romcast/rom/logp_rom.hpp"
#include "systemc/logp_processor.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class LogpHardware final : public NodeHardware {
 public:
  static constexpr std::uint32_t kMostProcessors = 8192;
  static constexpr std::uint32_t kMostMessages = 65536;
  static constexpr std::uint32_t kMostRows = 65535;
  /// Bytes of all lines: a processor's line keeps a message per cycle of latency.
  static constexpr std::uint64_t kMostLineBytes = std::uint64_t{1} << 30;
  static std::uint64_t line_bytes(std::uint64_t processors, const Timing& timing);
  /// Processors times cycles: none of them ever sleeps, so more would take many minutes.
  static constexpr std::uint64_t kMostProcessorCycles = 1'000'000'000;

  struct Machine {
    std::shared_ptr<const Complete> complete;
    Collective collective;
    Timing timing;
    std::shared_ptr<const LogpRoms> roms;
    /// Summations: see operand_order().
    std::vector<std::vector<std::uint32_t>> operands{};
    Maps maps = Maps::commuting;     ///< in_order: of values combined in their order
    std::uint32_t queue_depth = 2;   ///< buffered machines
    Cycle last_hop = 0, cycles = 0;  ///< of the plan
  };
  explicit LogpHardware(Machine machine);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return *codec_; }
  [[nodiscard]] bool can_sleep() const override { return false; }
  /// One for deliveries, one into the crossbar, the others out of it.
  [[nodiscard]] unsigned local_lanes() const override { return 2 + lanes_; }
  [[nodiscard]] std::string control() const override { return "rom"; }
  [[nodiscard]] Cycle settling() const override;
  void describe(NetworkBuilder& network) const override;
  void add_processors(Network& network) override;
  void collect(Network& network, CosimulationResult& result) const override;

 private:
  [[nodiscard]] ModelSpec port_model() const;
  [[nodiscard]] ModelSpec fabric_model() const;
  [[nodiscard]] std::vector<Strap> straps(NodeId node) const;
  [[nodiscard]] std::size_t rows(NodeId node) const;
  [[nodiscard]] bool wants(NodeId node) const;
  void add_port(NetworkBuilder& network, NodeId node) const;
  void add_processor(Network& network, NodeId node);
  void load_port(NetworkBuilder& network, NodeId node) const;
  void add_fabric(NetworkBuilder& network) const;
  /// What a processor that combines brings, by number.
  [[nodiscard]] std::vector<CombinedValue> operands(NodeId node) const;
  void collect_values(CosimulationResult& result) const;
  void check_value(NodeId node, MessageId number, const CombinedValue& value,
                   const CombinedValue& expected, CosimulationResult& result) const;

  Machine machine_;
  unsigned lanes_;
  std::unique_ptr<FlitCodec> codec_;
  LogpFields fields_;
  std::vector<CombiningProcessor*> combining_;  // owned by the network
};

}  // namespace romcast
