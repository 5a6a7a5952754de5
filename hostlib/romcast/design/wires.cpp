// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/wires.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/design/words.hpp"

namespace romcast {
namespace {

// Concatenates nets, the first one lowest.
std::string concatenated(std::vector<std::string> nets) {
  std::ranges::reverse(nets);
  return fmt::format("{{{}}}", fmt::join(nets, ", "));
}

}  // namespace

unsigned rtl_width(const DesignModule& module, std::string_view port) {
  return module.width(*module.find(port));
}
std::string rtl_net(const std::string& instance, std::string_view port) {
  return fmt::format("{}_{}", instance, port);
}
std::string rtl_node(std::size_t place) { return fmt::format("n{}", place); }
std::string rtl_line(std::size_t place) { return fmt::format("l{}", place); }
std::string rtl_processor(NodeId processor) { return fmt::format("p{}", processor); }

RtlWires::RtlWires(const Design& design, const Topology& topology, unsigned width)
    : design_(design), width_(width) {
  for (std::size_t n = 0; n < design.nodes.size(); ++n) {
    add_drivers(design.nodes[n], rtl_node(n));
  }
  if (design.crossbar) add_drivers(*design.crossbar, kRtlCrossbar);
  for (std::size_t l = 0; l < design.lines.size(); ++l) {
    const std::string line = rtl_line(l);
    drivers_[design.lines[l].pins.out_links.front()] = {
        .valid = rtl_net(line, "out_valid"), .data = rtl_net(line, "out_data"), .start = "1'b0"};
  }
  if (design.modules.front().has_queues()) add_senders(topology);
  drivers_.erase(design.no_link);
  credits_.erase(static_cast<ChannelId>(topology.channels().size()));
}

// Adds the drivers of the links from the leaves of trees, since no DesignNode drives these links.
void RtlWires::add_senders(const Topology& topology) {
  for (NodeId p = 0; p < topology.first_switch(); ++p) {
    const Channel& up = topology.channels()[topology.outputs(p).front()];
    const std::string instance = rtl_processor(p);
    drivers_[up.first_link] = {rtl_net(instance, "out_valid"), rtl_net(instance, "out_data"),
                               "1'b0"};
  }
}

void RtlWires::add_drivers(const DesignNode& node, const std::string& instance) {
  const DesignModule& module = design_.modules[node.module];
  const unsigned lanes = rtl_width(module, "out_valid");
  const bool line = module.traits().names_lines;
  const unsigned line_bits = line ? rtl_width(module, "out_line") / lanes : 0;
  for (unsigned lane = 0; lane < node.pins.out_links.size(); ++lane) {
    if (node.pins.out_links[lane] == design_.no_link) continue;
    const unsigned at = module.spec.shared_data ? 0 : lane;
    drivers_[node.pins.out_links[lane]] = {
        .valid = verilog_bits(rtl_net(instance, "out_valid"), lanes, lane, 1),
        .data = verilog_bits(rtl_net(instance, "out_data"), rtl_width(module, "out_data"),
                             at * width_, width_),
        .start = verilog_bits(rtl_net(instance, "out_start"), lanes, lane, 1),
        .line = line ? verilog_bits(rtl_net(instance, "out_line"), lanes * line_bits,
                                    lane * line_bits, destination_bits())
                     : ""};
  }
  const auto ports = static_cast<unsigned>(node.pins.in_channels.size());
  for (unsigned port = 0; port < ports && module.traits().credits; ++port) {
    credits_[node.pins.in_channels[port]] =
        verilog_bits(rtl_net(instance, "out_credit"), ports, port, 1);
  }
}

// Width, in bits, of the number of a line of the crossbar.
unsigned RtlWires::destination_bits() const {
  const std::uint64_t lines = design_.modules[design_.crossbar->module].values.at("LINES");
  return index_bits(lines);
}

// The links at a node's inputs. For a crossbar: one for each line; a line without a sender gets the
// idle link `no_link`.
std::vector<LinkId> RtlWires::inputs_of(const DesignNode& node) const {
  if (node.node != kNone) return node.pins.in_links;
  const auto out = static_cast<std::size_t>(
      std::ranges::count_if(node.pins.out_links, [&](LinkId l) { return l != design_.no_link; }));
  const std::size_t of_sender = out / node.pins.in_links.size();
  std::vector<LinkId> lines(design_.modules[node.module].values.at("LINES"), design_.no_link);
  for (std::size_t i = 0; i < node.pins.in_links.size(); ++i) {
    lines[i * of_sender] = node.pins.in_links[i];
  }
  return lines;
}

RtlDriver RtlWires::driver(LinkId link) const {
  const auto found = drivers_.find(link);
  if (found != drivers_.end()) return found->second;
  return {.valid = "1'b0",
          .data = verilog_zero(width_),
          .start = "1'b0",
          .line = design_.crossbar ? verilog_zero(destination_bits()) : ""};
}

std::string RtlWires::credit(ChannelId channel) const {
  const auto found = credits_.find(channel);
  return found != credits_.end() ? found->second : "1'b0";
}

std::string RtlWires::inputs(const DesignNode& node, std::string RtlDriver::*field) const {
  std::vector<std::string> nets;
  for (const LinkId link : inputs_of(node)) nets.push_back(driver(link).*field);
  return concatenated(std::move(nets));
}

std::string RtlWires::credits(const DesignNode& node) const {
  std::vector<std::string> nets;
  for (const ChannelId channel : node.pins.out_channels) nets.push_back(credit(channel));
  return concatenated(std::move(nets));
}

}  // namespace romcast
