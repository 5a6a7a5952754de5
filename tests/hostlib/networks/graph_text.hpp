// SPDX-License-Identifier: Apache-2.0
// DOT and GraphML texts in tests: their networks, and the readers' errors.
#pragma once

#include <string>
#include <vector>

#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast::test {

using Names = std::vector<std::string>;

inline GraphNetwork made_of(const GraphFile& file) { return GraphNetwork(kGraph, {}, file.graph); }
inline GraphNetwork dot(const std::string& text) { return made_of(read_dot(text, "x.dot")); }
inline GraphNetwork graphml(const std::string& text) {
  return made_of(read_graphml(text, "x.graphml"));
}

template <class Read>
inline std::string complaint_of(Read read) {
  try {
    read();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}
inline std::string dot_error(const std::string& text) {
  return complaint_of([&] { read_dot(text, "x.dot"); });
}
inline std::string graphml_error(const std::string& text) {
  return complaint_of([&] { read_graphml(text, "x.graphml"); });
}

inline Names names(const Topology& network) {
  Names names;
  for (NodeId v = 0; v < network.nodes(); ++v) names.push_back(network.node_name(v));
  return names;
}

inline std::string graphml_of(const std::string& parts) {
  return "<?xml version=\"1.0\"?>\n<graphml>\n"
         "<key id=\"r\" for=\"node\" attr.name=\"role\" attr.type=\"string\"/>\n"
         "<key id=\"l\" for=\"edge\" attr.name=\"lanes\" attr.type=\"int\"/>\n"
         "<graph edgedefault=\"undirected\">\n" +
         parts + "</graph>\n</graphml>\n";
}

}  // namespace romcast::test
