// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/topologies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

const TopologyEntry& entry_of(std::string_view network) {
  return *std::ranges::find(all_topologies(), network, &TopologyEntry::name);
}

std::string value_of(const OptionLookup& option, const TopologyEntry& entry,
                     std::string_view name) {
  if (auto given = option(name)) return *given;
  for (const NetworkOption& known : entry.options) {
    if (known.name == name && !known.default_value.empty()) return known.default_value;
  }
  throw InputError(
      fmt::format("--{} is missing: --network {} needs it ({})", name, entry.name, entry.summary));
}

std::shared_ptr<const Topology> build_fat_tree(const OptionLookup& option) {
  const TopologyEntry& entry = entry_of("fat-tree");
  return std::make_shared<FatTree>(parse_number("arity", value_of(option, entry, "arity"), 2, 16),
                                   parse_number("height", value_of(option, entry, "height"), 1, 12),
                                   value_of(option, entry, "capacity"));
}

std::shared_ptr<const Topology> build_star(const OptionLookup& option) {
  return std::make_shared<StarGraph>(
      parse_number("symbols", value_of(option, entry_of("star"), "symbols"), 3, 9));
}

std::shared_ptr<const Topology> build_complete(const OptionLookup& option) {
  return std::make_shared<Complete>(
      parse_number("processors", value_of(option, entry_of("complete"), "processors"), 2,
                   Complete::kMostProcessors));
}

}  // namespace

const std::vector<TopologyEntry>& all_topologies() {
  static const std::vector<TopologyEntry> all{
      {"fat-tree",
       "complete K-ary tree of height H, n = K^H leaves are processors",
       {{"arity", "children per switch, 2..16", ""},
        {"height", "levels of switches, 1..12", ""},
        {"capacity", "links per branch: constant | exponential | C1,...,CH", "constant"}},
       build_fat_tree},
      {"star",
       "star graph S_N: N! nodes, each a processor with a switch and N-1 links",
       {{"symbols", "symbols of a node's label, 3..9", ""}},
       build_star},
      {"complete",
       "fully connected: N processors, each sends to any K others and receives K in a cycle",
       {{"processors", "processors, 2..1048576", ""}},
       build_complete},
  };
  return all;
}

std::shared_ptr<const Topology> make_topology(std::string_view network,
                                              const OptionLookup& option) {
  std::vector<std::string> known;
  for (const TopologyEntry& entry : all_topologies()) {
    if (entry.name == network) return entry.build(option);
    known.push_back(entry.name);
  }
  throw InputError(fmt::format("--network {}: unknown{}; give one of: {}", network,
                               did_you_mean(network, known), fmt::join(known, ", ")));
}

std::uint32_t parse_number(std::string_view option, std::string_view text, std::uint32_t least,
                           std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw InputError(
        fmt::format("--{} {}: give a number from {} to {}", option, text, least, most));
  }
  return value;
}

}  // namespace romcast
