// SPDX-License-Identifier: Apache-2.0
// Networks in files: DOT, read by Graphviz's library cgraph, and GraphML, read by pugixml. Nodes
// have the attributes role (processor, endpoint or switch) and overhead; edges have the attributes
// lanes, bandwidth and latency. The attributes role and lanes may have other names. Further
// attributes are ignored, or refused if GraphReading::strict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast {

struct GraphFile : GraphWithSpeeds {
  std::vector<std::string> notes{};  ///< remarks for the user that are no errors, a line each
};

/// Limit on the size of such a file, in bytes.
inline constexpr std::uint64_t kMostGraphBytes = std::uint64_t{1} << 26;
/// The byte order mark that some editors write at the beginning of UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// one: a disconnected graph is an error; many: a disconnected graph is returned.
enum class Parts { one, many };

/// How a file is read.
struct GraphReading {
  Parts parts = Parts::one;
  std::string role{}, lanes{};  ///< other names of role and lanes; empty: synonyms such as "type"
  bool strict = false;          ///< attributes without a meaning are an error, else ignored

  // Implicit: most callers only choose the parts.
  GraphReading(Parts wanted = Parts::one) : parts(wanted) {}  // NOLINT
};

/// True if the name ends in .dot, .gv or .graphml, and is no expression (network_expression.hpp).
bool is_graph_file(std::string_view name);
/// Reads a file as GraphML if its name ends in .graphml or its text begins with '<', else as DOT.
/// load_graph, read_dot and read_graphml throw InputError "file: ..." or, if the line is known,
/// "file:line: ..."; one error lists all problems.
GraphFile load_graph(const std::string& path, const GraphReading& how = {});
/// The network in the file, with the family name "graph". The options are "without", "part", "map",
/// "strict", "tiles", "place" and those of link_times.hpp. The value of "place" is the names of all
/// processors in the order of their new numbers. Throws InputError.
std::shared_ptr<const Topology> load_network(const std::string& path, const OptionLookup& option);
/// `name`: the name of the file, for texts of errors and notes.
GraphFile read_dot(const std::string& text, const std::string& name, const GraphReading& how = {});
GraphFile read_graphml(const std::string& text, const std::string& name,
                       const GraphReading& how = {});

}  // namespace romcast
