// SPDX-License-Identifier: Apache-2.0
// Networks in files: Graphviz's DOT and GraphML, read by Boost.Graph. Nodes have the attribute
// role (processor, endpoint or switch), edges lanes; what only concerns a drawing is passed over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast {

struct GraphFile {
  Graph graph;
  std::vector<std::string> notes;  ///< a line each: what a user should know, though it is no error
};

/// Most bytes of such a file.
inline constexpr std::uint64_t kMostGraphBytes = std::uint64_t{1} << 26;

/// The name ends in .dot, .gv or .graphml.
bool is_graph_file(std::string_view name);
/// Reads a file of such a name. All throw InputError "file: ..." or, where the line is known,
/// "file:line: ...".
GraphFile load_graph(const std::string& path);
/// The network "graph" that it describes; the only option is "without".
std::shared_ptr<const Topology> load_network(const std::string& path, const OptionLookup& option);
/// `name` is the file's, for messages.
GraphFile read_dot(const std::string& text, const std::string& name);
GraphFile read_graphml(const std::string& text, const std::string& name);

}  // namespace romcast
