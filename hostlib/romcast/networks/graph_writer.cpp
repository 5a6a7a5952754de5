// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "romcast/networks/graph.hpp"
#include "romcast/networks/link_times.hpp"

namespace romcast {
namespace {

NodeRole role_of(const Topology& network, NodeId node) {
  if (!network.is_processor(node)) return NodeRole::forwarder;
  return network.forwards(node) ? NodeRole::processor : NodeRole::endpoint;
}

bool undirected(const Topology& network) {
  return std::ranges::all_of(network.channels(), [&](const Channel& channel) {
    const ChannelId back = network.find_channel(channel.to, channel.from);
    return back != kNone && network.channels()[back].capacity == channel.capacity &&
           network.channels()[back].time == channel.time;
  });
}

// Calls write(channel) for each channel; in an undirected graph only for each channel whose sender
// has a smaller number than its receiver.
template <class Write>
void each_edge(const Topology& network, bool directed, Write write) {
  for (const Channel& channel : network.channels()) {
    if (directed || channel.from < channel.to) write(channel);
  }
}

std::string escaped(const std::string& name, bool xml) {
  std::string text;
  for (const char c : name) {
    if (xml && c == '&') {
      text += "&amp;";
    } else if (xml && c == '<') {
      text += "&lt;";
    } else if (xml && c == '"') {
      text += "&quot;";
    } else {
      text += !xml && c == '"' ? std::string("\\\"") : std::string(1, c);
    }
  }
  return text;
}

// Names and values of the attributes for bandwidth (messages per cycle) and latency (cycles); empty
// if the bandwidth is 1 and the latency 0.
std::vector<std::pair<const char*, std::string>> speed_of(const Channel& channel) {
  if (channel.time == LinkTime{}) return {};
  return {{kBandwidth, fmt::format("1/{}", channel.time.cycles)},
          {kLatency, fmt::format("{}cycles", channel.time.latency)}};
}

}  // namespace

std::string dot_text(const Topology& network) {
  const bool directed = !undirected(network);
  std::string text = directed ? "digraph {\n" : "graph {\n";
  const auto quoted = [&](NodeId v) { return '"' + escaped(network.node_name(v), false) + '"'; };
  for (NodeId v = 0; v < network.nodes(); ++v) {
    const NodeRole role = role_of(network, v);
    text += fmt::format("  {}{};\n", quoted(v),
                        role == NodeRole::processor   ? ""
                        : role == NodeRole::forwarder ? " [role=switch, shape=box]"
                                                      : " [role=endpoint]");
  }
  each_edge(network, directed, [&](const Channel& channel) {
    std::vector<std::string> attributes;
    if (channel.capacity > 1)
      attributes.push_back(fmt::format("lanes={0}, label={0}", channel.capacity));
    for (const auto& [name, value] : speed_of(channel)) {
      attributes.push_back(fmt::format("{}=\"{}\"", name, value));
    }
    text += fmt::format(
        "  {} {} {}{};\n", quoted(channel.from), directed ? "->" : "--", quoted(channel.to),
        attributes.empty() ? "" : fmt::format(" [{}]", fmt::join(attributes, ", ")));
  });
  return text + "}\n";
}

std::string graphml_text(const Topology& network) {
  const bool directed = !undirected(network);
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"role\" for=\"node\" attr.name=\"role\" attr.type=\"string\"/>\n"
      "  <key id=\"lanes\" for=\"edge\" attr.name=\"lanes\" attr.type=\"int\"/>\n"
      "{}"
      "  <graph edgedefault=\"{}\">\n",
      network.timed() ? "  <key id=\"bandwidth\" for=\"edge\" attr.name=\"bandwidth\" "
                        "attr.type=\"string\"/>\n"
                        "  <key id=\"latency\" for=\"edge\" attr.name=\"latency\" "
                        "attr.type=\"string\"/>\n"
                      : "",
      directed ? "directed" : "undirected");
  for (NodeId v = 0; v < network.nodes(); ++v) {
    const NodeRole role = role_of(network, v);
    text += fmt::format("    <node id=\"{}\"", escaped(network.node_name(v), true));
    text += role == NodeRole::processor
                ? "/>\n"
                : fmt::format("><data key=\"role\">{}</data></node>\n", name(role));
  }
  each_edge(network, directed, [&](const Channel& channel) {
    text += fmt::format("    <edge source=\"{}\" target=\"{}\"",
                        escaped(network.node_name(channel.from), true),
                        escaped(network.node_name(channel.to), true));
    std::string data;
    if (channel.capacity > 1)
      data += fmt::format("<data key=\"lanes\">{}</data>", channel.capacity);
    for (const auto& [name, value] : speed_of(channel)) {
      data += fmt::format("<data key=\"{}\">{}</data>", name, value);
    }
    text += data.empty() ? "/>\n" : fmt::format(">{}</edge>\n", data);
  });
  return text + "  </graph>\n</graphml>\n";
}

}  // namespace romcast
