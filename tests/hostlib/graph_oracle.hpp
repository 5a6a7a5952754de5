// SPDX-License-Identifier: Apache-2.0
// Boost.Graph's view of a network, an independent oracle for its distances.
#pragma once

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "romcast/networks/network_expression.hpp"

using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

inline BoostGraph boost_graph(const romcast::Topology& network) {
  BoostGraph graph(network.nodes());
  for (const romcast::Channel& channel : network.channels()) {
    boost::add_edge(channel.from, channel.to, graph);
  }
  return graph;
}

inline std::vector<unsigned> boost_distances(const BoostGraph& graph, romcast::NodeId node) {
  std::vector<unsigned> distance(boost::num_vertices(graph), 0);
  boost::breadth_first_search(graph, node,
                              boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                  distance.data(), boost::on_tree_edge()))));
  return distance;
}

/// Longest distance between processors.
inline unsigned diameter(const romcast::Topology& network) {
  const BoostGraph graph = boost_graph(network);
  unsigned longest = 0;
  for (romcast::NodeId v = 0; v < network.processors(); ++v) {
    const std::vector<unsigned> distance = boost_distances(graph, v);
    longest = std::max(
        longest, *std::max_element(distance.begin(),
                                   distance.begin() + static_cast<long>(network.processors())));
  }
  return longest;
}

using GivenOptions = std::map<std::string, std::string, std::less<>>;

inline std::shared_ptr<const romcast::Topology> network(const std::string& name,
                                                        const GivenOptions& options) {
  return romcast::make_network(name, [&](std::string_view option) -> std::optional<std::string> {
    const auto found = options.find(option);
    return found == options.end() ? std::nullopt : std::optional(found->second);
  });
}

/// The error message of a network that cannot be built, empty if it can.
inline std::string error_of(const std::string& name, const GivenOptions& options) {
  try {
    network(name, options);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}
