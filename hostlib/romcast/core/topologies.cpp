// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/topologies.hpp"

#include <fmt/format.h>

#include <charconv>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/damage.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/tiles.hpp"

namespace romcast {

#define NETWORK(function) TopologyEntry function();
#include "romcast/networks/networks.inc"
#undef NETWORK

namespace {

NetworkOption tiles_option() {
  return {kTiles,
          "on: each processor is an endpoint and a router of its own, and sends and receives at "
          "most one message per cycle",
          "", true};
}

TopologyEntry fat_tree() {
  return {"fat-tree",
          "complete K-ary tree of height H, n = K^H leaves are processors",
          {{"arity", "children per switch, 2..16", ""},
           {"height", "levels of switches, 1..20", ""},
           {"capacity", "links per branch: constant | exponential | C1,...,CH", "constant"}},
          [](const GivenValues& given) {
            return std::make_shared<FatTree>(given.number("arity", 2, 16),
                                             given.number("height", 1, 20), given.text("capacity"));
          }};
}

TopologyEntry star() {
  return {"star",
          "star graph S_N: N! processors with N-1 links each (not a hub with leaves, which is a "
          "fat-tree of height 1)",
          {{"symbols", "symbols of a node's label, 3..9", ""}, tiles_option()},
          [](const GivenValues& given) {
            return with_tiles(std::make_shared<StarGraph>(given.number("symbols", 3, 9)),
                              given.options()(kTiles).value_or("off"));
          },
          "star-graph"};
}

TopologyEntry complete() {
  return {"complete",
          "fully connected: N processors, each sends to any K others and receives K in a cycle",
          {{"processors", "processors, 2..1048576", ""},
           {kWithout, "processors that take no part, e.g. p3,p5", "", true}},
          [](const GivenValues& given) {
            return std::make_shared<Complete>(
                given.number("processors", 2, Complete::kMostProcessors),
                given.options()(kWithout).value_or(""));
          }};
}

// All topologies. The networks of networks.inc get options for times of links, those with
// TopologyEntry::tiles also for tiles, those with TopologyEntry::breaks for broken links and nodes.
std::vector<TopologyEntry> list() {
  std::vector<TopologyEntry> all{fat_tree(), star(), complete()};
  for (TopologyEntry& entry : std::vector<TopologyEntry>{
#define NETWORK(function) function(),
#include "romcast/networks/networks.inc"
#undef NETWORK
       }) {
    if (entry.tiles) entry.options.push_back(tiles_option());
    if (entry.breaks) {
      entry.options.push_back({kWithout, "broken links and nodes, e.g. p0-p1,p2>p3,p5", "", true});
      entry.options.push_back(
          {kPart, "where the network falls apart: keep this node's part, not the largest", "",
           true});
    }
    entry.options.push_back(
        {kBandwidth,
         "of links, with `chunk`, e.g. 25GB/s, or messages per cycle, e.g. 1/4; "
         "or one per dimension, e.g. 50GB/s,25GB/s",
         "", true});
    entry.options.push_back(
        {kLatency, "of links, e.g. 0.7us or 2cycles, or one per dimension", "", true});
    entry.options.push_back({kChunk, "bytes of a message, e.g. 1MiB", "", true});
    entry.options.push_back(
        {kCycle, "duration of a cycle (the longest in which all times are whole)", "", true});
    entry.build = [build = std::move(entry.build)](const GivenValues& given) {
      auto whole = build(given);
      whole = with_link_times(dynamic_cast<const GraphNetwork&>(*whole), given.options(), whole);
      whole = with_tiles(std::move(whole), given.options()(kTiles).value_or("off"));
      return damaged(dynamic_cast<const GraphNetwork&>(*whole), given.options(), whole);
    };
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace

std::string GivenValues::text(std::string_view name) const {
  if (auto given = option_(name)) return *given;
  for (const NetworkOption& known : entry_.options) {
    if (known.name == name && !known.default_value.empty()) return known.default_value;
  }
  throw InputError::missing(name,
                            fmt::format("`network` {} needs it ({})", entry_.name, entry_.summary));
}

std::uint32_t GivenValues::number(std::string_view name, std::uint32_t least,
                                  std::uint32_t most) const {
  return parse_number(name, text(name), least, most);
}

const std::vector<TopologyEntry>& all_topologies() {
  static const std::vector<TopologyEntry> all = list();
  return all;
}

std::string network_name(const std::string& text) {
  for (const TopologyEntry& entry : all_topologies()) {
    if (!text.empty() && text == entry.alias) return entry.name;
  }
  return text;
}

std::shared_ptr<const Topology> make_topology(std::string_view network,
                                              const OptionLookup& option) {
  std::vector<std::string> known;
  for (const TopologyEntry& entry : all_topologies()) {
    known.push_back(entry.name);
    if (entry.name != network) continue;
    return entry.build(GivenValues(entry, option));
  }
  throw InputError(
      {"network", network}, fmt::format("unknown{}", did_you_mean(network, known)),
      fmt::format("give a file .dot, .gv or .graphml, or one of: {}", fmt::join(known, ", ")));
}

std::uint32_t parse_number(std::string_view option, std::string_view text, std::uint32_t least,
                           std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw InputError({option, text}, fmt::format("give a number from {} to {}", least, most));
  }
  return value;
}

}  // namespace romcast
