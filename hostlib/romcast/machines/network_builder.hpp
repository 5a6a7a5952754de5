// SPDX-License-Identifier: Apache-2.0
// Receives the components of a network one by one. The derived class Network (systemc) builds the
// components, the derived class Recorder (design.cpp) records them in a Design.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// A strap: the name of an input pin, and the value that the pin has during the run.
struct Strap {
  std::string_view name;
  std::uint64_t value;
};

class NetworkBuilder {
 public:
  virtual ~NetworkBuilder() = default;
  NetworkBuilder(const NetworkBuilder&) = delete;
  NetworkBuilder& operator=(const NetworkBuilder&) = delete;

  /// Numbers of the links and channels at a switch, in the order of the switch's pins: one link for
  /// each lane, one channel for each port.
  struct Pins {
    std::vector<std::uint32_t> in_links{}, out_links{};
    std::vector<std::uint32_t> in_channels{}, out_channels{};  // for credits
  };
  /// Adds a switch to a bank, which contains all nodes of one model.
  virtual void add_switch(std::uint32_t bank, NodeId node, const std::string& name,
                          const std::vector<Strap>& straps, Pins pins) = 0;
  /// The crossbar that connects all processors of a fully connected network; it is not a node.
  struct Crossbar {
    std::string name;
    /// `ports`: number of lines to one processor; `lines`: number of lines to all processors.
    unsigned ports = 1, lines = 0;
    unsigned senders = 1;  ///< lines from one processor
    /// Cycles from the beginning of a send to the arrival of its flit at the crossbar.
    unsigned lead = 0;
    /// Link numbers of the lines from the processors (`in_lines`) and to the processors
    /// (`out_lines`); the last element of `out_lines` may be no_link().
    std::vector<std::uint32_t> in_lines{}, out_lines{};
  };
  virtual void add_crossbar(std::uint32_t bank, const std::vector<Strap>& straps,
                            Crossbar crossbar) = 0;
  /// Adds the line that delays a link which takes several cycles.
  virtual void add_line(std::uint32_t bank, LinkId link, const std::vector<Strap>& straps) = 0;
  /// Loads one word of a node's ROM. `word`: the ROM word in 32-bit pieces, lowest first, then two
  /// unused pieces, because models copy 64 bits at a time.
  virtual void load(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word) = 0;
  virtual void load_crossbar(std::uint32_t address, std::span<const std::uint32_t> word) = 0;
  /// Puts a message of a node's own processor into the node's store.
  virtual void inject(NodeId node, std::uint64_t flit) = 0;

  [[nodiscard]] const Topology& topology() const { return topology_; }
  /// no_link(), no_channel(): the numbers that stand for the link and the channel at a port without
  /// a neighbour, e.g. at the root's port to a parent.
  [[nodiscard]] LinkId no_link() const { return static_cast<LinkId>(topology_.links()); }
  [[nodiscard]] ChannelId no_channel() const {
    return static_cast<ChannelId>(topology_.channels().size());
  }
  /// The number of local link `lane` of a node. Local links lead to the node's own processor and,
  /// in fully connected networks, to and from the crossbar.
  [[nodiscard]] LinkId local_link(NodeId node, unsigned lane) const {
    return static_cast<LinkId>(topology_.links() + 1 + std::size_t{node} * local_lanes_ + lane);
  }
  /// The node of a local link.
  [[nodiscard]] NodeId node_of_local(LinkId link) const {
    return static_cast<NodeId>((link - topology_.links() - 1) / local_lanes_);
  }
  /// The link that the receiver of `link` reads: the link after the line if `link` has a line that
  /// delays it, else `link` itself.
  [[nodiscard]] static LinkId end_of_line(const Topology& topology, unsigned local_lanes,
                                          LinkId link) {
    if (topology.channel_at(link).time == LinkTime{}) return link;
    return static_cast<LinkId>(topology.links() + 1 + topology.nodes() * local_lanes + link);
  }
  [[nodiscard]] LinkId end_of_line(LinkId link) const {
    return end_of_line(topology_, local_lanes_, link);
  }
  /// All links of a node, channel by channel, and in a channel lane by lane; no_link() fills each
  /// direction up to `ports` links.
  [[nodiscard]] Pins pins_of(NodeId node, std::size_t ports) const {
    Pins pins{.in_links = links_of(topology_, topology_.inputs(node)),
              .out_links = links_of(topology_, topology_.outputs(node))};
    for (LinkId& link : pins.in_links) link = end_of_line(link);
    pins.in_links.resize(ports, no_link());
    pins.out_links.resize(ports, no_link());
    return pins;
  }
  [[nodiscard]] static std::vector<LinkId> links_of(const Topology& topology,
                                                    std::span<const ChannelId> channels) {
    std::vector<LinkId> links;
    for (const ChannelId c : channels) {
      const Channel& channel = topology.channels()[c];
      for (LinkId lane = 0; lane < channel.capacity; ++lane) {
        links.push_back(channel.first_link + lane);
      }
    }
    return links;
  }
  [[nodiscard]] std::size_t local_links() const { return topology_.nodes() * local_lanes_; }

 protected:
  /// `local_lanes`: number of local links of a node (local_link()).
  NetworkBuilder(const Topology& topology, unsigned local_lanes)
      : topology_(topology), local_lanes_(local_lanes) {}
  [[nodiscard]] unsigned local_lanes() const { return local_lanes_; }

 private:
  const Topology& topology_;
  unsigned local_lanes_;
};

}  // namespace romcast
