// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a graph file: refused with a one-line message, or read, written and read back
// as a network with the same numbers of nodes and links. The first byte is not part of the file; an
// even first byte means DOT, an odd one GraphML.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/graph_writer.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const romcast::GraphFile file =
        data[0] % 2 == 0 ? romcast::read_dot(text, "fuzz") : romcast::read_graphml(text, "fuzz");
    const romcast::GraphNetwork network(romcast::kGraph, {}, file.graph);
    require(network.processors() >= 2);
    for (romcast::NodeId v = 1; v < network.processors(); ++v) {
      require(network.route(0, v) != romcast::kNone && network.route(v, 0) != romcast::kNone);
    }
    const romcast::GraphNetwork again(romcast::kGraph, {},
                                      romcast::read_dot(romcast::dot_text(network), "again").graph);
    require(again.links() == network.links() && again.nodes() == network.nodes());
  } catch (const romcast::InputError& error) {
    const std::string message = error.what();
    require(message.rfind("fuzz:", 0) == 0 && message.find('\n') == std::string::npos);
  }
  return 0;
}
