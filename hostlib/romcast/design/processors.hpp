// SPDX-License-Identifier: Apache-2.0
// The processors of a design: their sends, and their expected receptions.
#pragma once

#include "romcast/design/parts.hpp"
#include "romcast/design/sizes.hpp"
#include "romcast/design/traffic.hpp"
#include "romcast/design/wires.hpp"

namespace romcast {

class RtlProcessors {
 public:
  /// The objects passed by reference must outlive this object.
  RtlProcessors(Run& run, const NodeDescription& nodes, const Design& design,
                const RtlSizes& sizes);

  /// Number of processors; where switches combine messages, each switch counts as a processor.
  [[nodiscard]] std::size_t count() const { return traffic_.processors(); }
  /// Total number of links by which processors receive messages.
  [[nodiscard]] std::size_t links() const;
  /// True if the node requests messages from its processor; add_supply() then adds the modules that
  /// supply these messages.
  [[nodiscard]] bool asked(const DesignNode& node) const;
  void add_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                  const std::string& instance, const std::string& name) const;
  void add(RtlParts& parts, const RtlWires& wires, NodeId processor) const;
  /// True if the cycle in register `last_delivery` or `last_add` of the processor's node
  /// contributes to the cycles of the run (RtlRegister::Total::cycles).
  [[nodiscard]] bool ends_run(NodeId processor) const;

 private:
  [[nodiscard]] bool wants(NodeId processor) const;
  [[nodiscard]] bool shows_all(NodeId processor) const;
  void add_list_supply(RtlParts& parts, const DesignNode& node, const std::string& instance,
                       const std::string& name) const;
  void add_parts_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                        const std::string& instance, const std::string& name) const;
  // The net by which a combining processor supplies messages. In this net, the number of combined
  // operands begins at bit `at` and has `count_bits` bits; their combined value follows.
  struct Supply {
    std::string net;
    unsigned bits, at, count_bits;
  };
  void add_results(RtlParts& parts, NodeId processor, const Supply& supply) const;
  [[nodiscard]] std::uint32_t results_of(NodeId processor) const;
  [[nodiscard]] std::string shown(const DesignNode& node, const std::string& instance,
                                  const char* asked, unsigned bits) const;
  [[nodiscard]] std::string at_read_port(unsigned bits) const;
  void add_operands_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                           const std::string& instance, const std::string& name) const;
  [[nodiscard]] std::uint32_t add_own(RtlParts& parts, NodeId processor, const std::string& name,
                                      unsigned bits) const;
  [[nodiscard]] std::uint32_t address_of(NodeId processor, unsigned lane) const;
  [[nodiscard]] std::uint32_t needed(NodeId processor, MessageId after) const;
  void add_beside_node(RtlParts& parts, NodeId processor) const;
  void add_check(RtlParts& parts, NodeId processor, unsigned lane, const RtlDriver& from,
                 const char* cycle) const;
  void add_check_registers(RtlParts& parts, NodeId processor, unsigned lane, std::uint32_t wanted,
                           unsigned count_bits) const;
  // add_rom_sender() and add_list_sender() return the width of the counter `sent`, in bits.
  [[nodiscard]] unsigned add_rom_sender(RtlParts& parts, NodeId processor) const;
  [[nodiscard]] unsigned add_list_sender(RtlParts& parts, NodeId processor,
                                         const std::string& arrives,
                                         const std::string& credit) const;
  void find_fields();
  /// Number of entries of a table that must hold `needed` entries: RtlRoom::words in designs with
  /// extra capacity, otherwise `needed`. Throws InputError if RtlRoom::words is too small.
  [[nodiscard]] std::size_t room_for(std::size_t needed) const;

  const Problem& problem_;
  const Topology& topology_;
  const Design& design_;
  const RtlSizes& sizes_;
  const unsigned width_;
  std::vector<ProcessorProgram> programs_;
  RtlTraffic traffic_;
  bool all_wanted_ = true;  // every arrival is a delivery; false with extra capacity
  bool later_ = false;      // some send has an earliest cycle above 1; true with extra capacity
  unsigned need_bits_ = 0;  // width of the number of arrivals that a send waits for; 0: none waits
};

}  // namespace romcast
