// SPDX-License-Identifier: Apache-2.0
// Usage: romcast_cuts PARTS... -- NETWORK [OPTION VALUE]... For each number of ranks, prints the
// figures of romcast's cut of the network as a line of JSON, which many_ranks.py reads.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "ranks/cut.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"

namespace {

using namespace romcast;

// The largest value of each figure among the parts.
struct Most {
  std::size_t nodes = 0, nodes_at_edge = 0, neighbours = 0, links_out = 0;
};

Most most_of(const Topology& network, const Cut& cut) {
  struct Part {
    std::set<NodeId> edge{};
    std::set<unsigned> neighbours{};
    std::size_t links_out = 0;
  };
  std::vector<Part> parts(cut.sizes.size());
  for (LinkId link = 0; link < network.links(); ++link) {
    const Channel& channel = network.channel_at(link);
    const unsigned from = cut.part_of[channel.from], to = cut.part_of[channel.to];
    if (from == to) continue;
    parts[from].edge.insert(channel.from);
    parts[to].edge.insert(channel.to);
    parts[from].neighbours.insert(to);
    ++parts[from].links_out;
  }
  Most most;
  most.nodes = *std::ranges::max_element(cut.sizes);
  for (const Part& part : parts) {
    most.nodes_at_edge = std::max(most.nodes_at_edge, part.edge.size());
    most.neighbours = std::max(most.neighbours, part.neighbours.size());
    most.links_out = std::max(most.links_out, part.links_out);
  }
  return most;
}

void print_cuts(std::span<const std::string> words) {
  const auto end = std::ranges::find(words, "--");
  const std::span<const std::string> network_words(end, words.end());
  if (network_words.size() < 2) throw InputError("give PARTS... -- NETWORK [OPTION VALUE]...");
  const auto network =
      make_topology(network_words[1], [&](std::string_view asked) -> std::optional<std::string> {
        for (std::size_t i = 2; i + 1 < network_words.size(); i += 2) {
          if (network_words[i] == asked) return network_words[i + 1];
        }
        return std::nullopt;
      });
  for (const std::string& parts : std::span(words.begin(), end)) {
    const Cut cut = cut_network(*network, {.parts = static_cast<unsigned>(std::stoul(parts)),
                                           .processors_follow = !network->direct()});
    const Most most = most_of(*network, cut);
    fmt::print(
        R"({{"parts":{},"links_across":{},"nodes":{},"nodes_at_edge":{},"neighbours":{},"links_out":{}}})"
        "\n",
        parts, cut.links_across, most.nodes, most.nodes_at_edge, most.neighbours, most.links_out);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    print_cuts(std::vector<std::string>(argv + 1, argv + argc));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "romcast_cuts: {}\n", error.what());
    return 2;
  }
}
