// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/networks/damage.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/networks/tiles.hpp"

namespace romcast {
namespace {

bool begins_as_xml(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

std::vector<std::string> items_of(const std::string& list) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    items.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return items;
}

// The text as one word of a schedule file.
std::string one_word(std::string text) {
  for (char& c : text) c = c <= ' ' || c > '~' || c == '#' ? '_' : c;
  return text;
}

// Reads "role=type,lanes=capacity".
void read_map(const std::string& text, GraphReading& how) {
  for (const std::string& pair : items_of(text)) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string meaning = pair.substr(0, equals);
    std::string* attribute = meaning == "role"    ? &how.role
                             : meaning == "lanes" ? &how.lanes
                                                  : nullptr;
    if (attribute == nullptr || equals + 1 >= pair.size()) {
      throw InputError({kMap, text}, "give role=ATTRIBUTE, lanes=ATTRIBUTE or both with a comma");
    }
    *attribute = pair.substr(equals + 1);
  }
}

// The same graph with its processors renumbered in the order of these names.
Graph placed(const Graph& graph, const std::string& names) {
  const auto refuse = [&](const std::string& why) {
    throw InputError({kPlace, names}, why, "name every processor once, in the order of ranks");
  };
  std::map<std::string_view, NodeId> processors;
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    if (graph.nodes[v].role != NodeRole::forwarder) processors[graph.nodes[v].name] = v;
  }
  Graph result{.nodes = {}, .edges = graph.edges};
  std::vector<NodeId> number(graph.nodes.size(), kNone);
  const auto take = [&](NodeId v) {
    number[v] = static_cast<NodeId>(result.nodes.size());
    result.nodes.push_back(graph.nodes[v]);
  };
  for (const std::string& name : items_of(names)) {
    const auto found = processors.find(name);
    if (found == processors.end()) refuse(fmt::format("there is no processor {}", name));
    if (number[found->second] != kNone) refuse(fmt::format("{} stands twice", name));
    take(found->second);
  }
  for (const auto& [name, v] : processors) {
    if (number[v] == kNone) refuse(fmt::format("{} is missing", name));
  }
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    if (number[v] == kNone) take(v);
  }
  for (Graph::Edge& edge : result.edges) {
    edge.from = number[edge.from];
    edge.to = number[edge.to];
  }
  return result;
}

}  // namespace

bool is_graph_file(std::string_view name) {
  const bool graph = name.ends_with(".dot") || name.ends_with(".gv") || name.ends_with(".graphml");
  return graph && !is_expression(name);
}

GraphFile load_graph(const std::string& path, const GraphReading& how) {
  std::ifstream in = open_input(path, kMostGraphBytes);
  std::string text;
  char chunk[1 << 16];
  while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
    text.append(chunk, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", path));
  const bool xml = path.ends_with(".graphml") || begins_as_xml(text);
  return xml ? read_graphml(text, path, how) : read_dot(text, path, how);
}

std::shared_ptr<const Topology> load_network(const std::string& path, const OptionLookup& option) {
  const bool mended = option(kWithout) || option(kPart);
  GraphReading how(mended ? Parts::many : Parts::one);
  const auto map = option(kMap);
  if (map) read_map(*map, how);
  how.strict = option(kStrict).value_or("off") != "off";
  GraphFile file = load_graph(path, how);
  LinkTimesSet times = set_link_times(file.graph, file.speeds, option);
  file.notes.insert(file.notes.end(), times.notes.begin(), times.notes.end());
  NetworkOptions options{{"file", one_word(path)}};
  if (map) options.emplace_back(kMap, one_word(*map));
  if (const auto place = option(kPlace)) {
    file.graph = placed(file.graph, *place);
    options.emplace_back(kPlace, *place);
  }
  for (auto& given : times.options) options.push_back(std::move(given));
  auto whole = std::make_shared<GraphNetwork>(
      kGraph, std::move(options), std::move(file.graph),
      GraphNetwork::Damage{.notes = std::move(file.notes), .cycle_seconds = times.cycle_seconds});
  const auto tiles = with_tiles(whole, option(kTiles).value_or("off"));
  return damaged(dynamic_cast<const GraphNetwork&>(*tiles), option, tiles);
}

}  // namespace romcast
