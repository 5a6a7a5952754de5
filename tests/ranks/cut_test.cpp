// SPDX-License-Identifier: Apache-2.0
#include "ranks/cut.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "romcast/core/topologies.hpp"

namespace {

using namespace romcast;

std::shared_ptr<const Topology> network(const std::string& name, const NetworkOptions& options) {
  return make_topology(name, [&](std::string_view asked) -> std::optional<std::string> {
    for (const auto& [option, value] : options) {
      if (option == asked) return value;
    }
    return std::nullopt;
  });
}

std::size_t links_across(const Topology& topology, const Cut& cut) {
  std::size_t links = 0;
  for (LinkId link = 0; link < topology.links(); ++link) {
    const Channel& channel = topology.channel_at(link);
    links += cut.part_of[channel.from] != cut.part_of[channel.to] ? 1 : 0;
  }
  return links;
}

void check_sound(const Topology& topology, const Cut& cut, std::size_t nodes) {
  CHECK(cut.part_of.size() == topology.nodes());
  CHECK(std::accumulate(cut.sizes.begin(), cut.sizes.end(), std::size_t{0}) == nodes);
  CHECK(std::ranges::all_of(cut.part_of, [&](unsigned part) { return part < cut.sizes.size(); }));
  CHECK(cut.links_across == links_across(topology, cut));
}

TEST_CASE("A binary tree is cut into subtrees, with a branch across") {
  const auto tree = network("fat-tree", {{"arity", "2"}, {"height", "10"}});
  const Cut cut = cut_network(*tree, {.parts = 2, .processors_follow = true});
  check_sound(*tree, cut, 1023);
  CHECK(cut.links_across == 2);
  CHECK(*std::ranges::max_element(cut.sizes) == 512);
}

TEST_CASE("Processors beside a switch are in its part") {
  const auto tree = network("fat-tree", {{"arity", "3"}, {"height", "3"}});
  for (unsigned parts = 1; parts <= 5; ++parts) {
    const Cut cut = cut_network(*tree, {.parts = parts, .processors_follow = true});
    check_sound(*tree, cut, tree->switches());
    for (NodeId p = 0; p < tree->processors(); ++p) {
      CHECK(cut.part_of[p] == cut.part_of[tree->channels()[tree->outputs(p).front()].to]);
    }
  }
}

// Halving a dimension of the 4x4 torus cuts it at two places, each with four links in each
// direction. No half has fewer links across (checked by trying all 12870 halves of the 4x4 torus).
TEST_CASE("A torus is cut into blocks: none of all its halves has fewer links across") {
  const auto torus = network("torus", {{"dims", "4x4"}});
  const Cut cut = cut_network(*torus, {.parts = 2});
  check_sound(*torus, cut, 16);
  std::size_t least = torus->links();
  Cut half{.part_of = std::vector<unsigned>(16)};
  for (unsigned set = 0; set < 1U << 16; ++set) {
    if (__builtin_popcount(set) != 8) continue;
    for (NodeId node = 0; node < 16; ++node) half.part_of[node] = set >> node & 1;
    least = std::min(least, links_across(*torus, half));
  }
  CHECK(cut.links_across == least);
}

// The nodes of a star graph with the same last symbol are a substar. In the star graph of N symbols
// (N-2)! edges join any two of the N substars: 6 for N = 5.
TEST_CASE("A star graph is cut into its substars, if there are as many parts") {
  const auto star = network("star", {{"symbols", "5"}});
  const Cut cut = cut_network(*star, {.parts = 5});
  check_sound(*star, cut, 120);
  CHECK(std::ranges::count(cut.sizes, 24) == 5);
  CHECK(cut.links_across <= 5 * 4 * 6);
}

TEST_CASE("Parts of any network differ little in size") {
  for (const auto& [name, options] : std::vector<std::pair<std::string, NetworkOptions>>{
           {"hypercube", {{"dimensions", "8"}}},
           {"star", {{"symbols", "6"}}},
           {"de-bruijn", {{"alphabet", "2"}, {"length", "8"}}},
           {"dragonfly", {{"routers", "4"}, {"global", "2"}}},
           {"complete", {{"processors", "100"}}}}) {
    const auto any = network(name, options);
    for (const unsigned parts : {2U, 3U, 7U}) {
      INFO(name << " " << parts);
      const Cut cut = cut_network(*any, {.parts = parts});
      if (!any->crossbar()) check_sound(*any, cut, any->nodes());
      const double ideal = static_cast<double>(any->nodes()) / parts;
      for (const std::size_t size : cut.sizes) {
        CHECK(static_cast<double>(size) >= 0.95 * ideal - 1);
        CHECK(static_cast<double>(size) <= 1.05 * ideal + 1);
      }
    }
  }
}

TEST_CASE("Nodes that must be in the first part are, and a share can be smaller") {
  const auto torus = network("torus", {{"dims", "8x8"}});
  const Cut cut = cut_network(*torus, {.parts = 2, .first_share = 0.6, .in_first = {63}});
  check_sound(*torus, cut, 64);
  CHECK(cut.part_of[63] == 0);
  CHECK(cut.sizes[0] <= 26);
  CHECK(cut.sizes[0] >= 22);
}

}  // namespace
