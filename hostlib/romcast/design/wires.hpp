// SPDX-License-Identifier: Apache-2.0
// The nets of a design's top module that drive each link, and that return credits for each channel.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topology.hpp"
#include "romcast/design/design.hpp"

namespace romcast {

/// Nets that drive a link. `line` carries the number of the crossbar's destination line; `line` is
/// empty for nodes that do not select a line.
struct RtlDriver {
  std::string valid, data, start{}, line{};
};

/// Width of a port of the module.
unsigned rtl_width(const DesignModule& module, std::string_view port);
/// The net of an instance's port.
std::string rtl_net(const std::string& instance, std::string_view port);
/// Names of instances: nodes and delay lines by index in the design, the crossbar, processors.
std::string rtl_node(std::size_t place);
inline constexpr const char* kRtlCrossbar = "x";
std::string rtl_line(std::size_t place);
std::string rtl_processor(NodeId processor);

class RtlWires {
 public:
  /// `width`: bits of a message. The design must outlive this object.
  RtlWires(const Design& design, const Topology& topology, unsigned width);

  /// The nets that drive the link; constants 0 if there are none.
  [[nodiscard]] RtlDriver driver(LinkId link) const;
  [[nodiscard]] std::string credit(ChannelId channel) const;
  /// Concatenates the nets `field` that drive the inputs of a node, input 0 lowest.
  [[nodiscard]] std::string inputs(const DesignNode& node, std::string RtlDriver::*field) const;
  [[nodiscard]] std::string credits(const DesignNode& node) const;

 private:
  void add_drivers(const DesignNode& node, const std::string& instance);
  void add_senders(const Topology& topology);
  [[nodiscard]] std::vector<LinkId> inputs_of(const DesignNode& node) const;
  [[nodiscard]] unsigned destination_bits() const;

  const Design& design_;
  const unsigned width_;
  std::map<LinkId, RtlDriver> drivers_;
  std::map<ChannelId, std::string> credits_;
};

}  // namespace romcast
