// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/networks/damage.hpp"

namespace romcast {
namespace {

bool begins_as_xml(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

// Reads "role=type,lanes=capacity".
void read_map(const std::string& text, GraphReading& how) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string pair = text.substr(at, end - at);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string meaning = pair.substr(0, equals);
    std::string* attribute = meaning == "role"    ? &how.role
                             : meaning == "lanes" ? &how.lanes
                                                  : nullptr;
    if (attribute == nullptr || equals + 1 >= pair.size()) {
      throw InputError({kMap, text}, "give role=ATTRIBUTE, lanes=ATTRIBUTE or both with a comma");
    }
    *attribute = pair.substr(equals + 1);
    at = end + 1;
  }
}

}  // namespace

bool is_graph_file(std::string_view name) {
  return name.ends_with(".dot") || name.ends_with(".gv") || name.ends_with(".graphml");
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
  std::string word = path;  // the path must be one word in schedule files
  for (char& c : word) c = c <= ' ' || c > '~' || c == '#' ? '_' : c;
  NetworkOptions options{{"file", word}};
  if (map) options.emplace_back(kMap, *map);
  auto whole = std::make_shared<GraphNetwork>(kGraph, std::move(options), std::move(file.graph),
                                              GraphNetwork::Damage{.notes = std::move(file.notes)});
  return damaged(*whole, option, whole);
}

}  // namespace romcast
