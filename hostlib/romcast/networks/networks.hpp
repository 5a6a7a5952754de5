// SPDX-License-Identifier: Apache-2.0
// Functions that make networks from a family and its sizes, a graph, a file or an expression.
// Errors are InputError, which names what is wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topology.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast::networks {

using Network = std::shared_ptr<const Topology>;
using Sizes = std::vector<std::uint32_t>;

/// Complete trees of switches over arity^height processors (Dimakopoulos & Dimopoulos 1996).
/// `capacities`: links per branch for each level, from the leaves up; empty: one link per branch.
Network fat_tree(std::uint32_t arity, std::uint32_t height, const Sizes& capacities = {});
/// The star graph of n = `symbols` (3 to 9) symbols: n! processors (Akers & Krishnamurthy 1989).
Network star_graph(std::uint32_t symbols);
/// Every processor sends directly to every other one. Problem::timing has the L, o and g that such
/// a network has as a LogP machine.
Network complete(std::uint32_t processors);
Network ring(std::uint32_t processors);
/// A grid; `dims`: the number of processors in each dimension.
Network mesh(const Sizes& dims);
/// A grid in which the first and last processor of each row, in every dimension, are linked too.
Network torus(const Sizes& dims);
/// A grid with a link between any two processors that differ in exactly one coordinate.
Network hyperx(const Sizes& dims);
/// 2^dimensions processors.
Network hypercube(std::uint32_t dimensions);
/// Processor i is linked with i + s and i - s for each stride s.
Network circulant(std::uint32_t processors, const Sizes& strides);
Network kautz(std::uint32_t alphabet, std::uint32_t length);
/// routers*global + 1 groups of `routers` processors, which are linked with all others of the
/// group; each processor has `global` links to other groups (Kim et al. 2008).
Network dragonfly(std::uint32_t routers, std::uint32_t global);
/// The eight GPUs of an NVIDIA DGX-1.
Network dgx1();

/// A user-defined graph (Graph::join makes both directions). Drops switches that are on no path
/// between processors and renumbers the nodes: processors first, otherwise in the given order;
/// find_node(name) returns the new number.
Network graph(const Graph& described);

/// An option of a network. Unknown options, and options given twice, throw InputError.
struct Option {
  std::string name, value;
};
/// A user-defined graph whose links get their times from their speeds. Options: `bandwidth` and
/// `latency` supply the values that a speed lacks; `chunk` and `cycle` are the bytes of a message
/// and the duration of a cycle (docs/networks.md#bandwidth-and-latency).
Network graph(const GraphWithSpeeds& described, const std::vector<Option>& options = {});
/// Reads a DOT or GraphML file. Options: `without`, `part`, `map`, `strict`, `place`, and those of
/// graph().
Network read(const std::string& file, const std::vector<Option>& options = {});
/// Any family, by its name or alias. `romcast list networks` prints the names and options.
Network family(std::string_view name, const std::vector<Option>& options = {});
/// Products, line graphs and degree expansions, e.g. "line(complete 4) x ring 5"
/// (docs/networks.md#expressions).
Network expression(const std::string& text);

}  // namespace romcast::networks
