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

}  // namespace

bool is_graph_file(std::string_view name) {
  return name.ends_with(".dot") || name.ends_with(".gv") || name.ends_with(".graphml");
}

GraphFile load_graph(const std::string& path, Parts parts) {
  std::ifstream in = open_input(path, kMostGraphBytes);
  std::string text;
  char chunk[1 << 16];
  while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
    text.append(chunk, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", path));
  const bool xml = path.ends_with(".graphml") || begins_as_xml(text);
  return xml ? read_graphml(text, path, parts) : read_dot(text, path, parts);
}

std::shared_ptr<const Topology> load_network(const std::string& path, const OptionLookup& option) {
  const bool mended = option(kWithout) || option(kPart);
  GraphFile file = load_graph(path, mended ? Parts::many : Parts::one);
  std::string word = path;  // the path must be one word in schedule files
  for (char& c : word) c = c <= ' ' || c > '~' || c == '#' ? '_' : c;
  auto whole =
      std::make_shared<GraphNetwork>(kGraph, NetworkOptions{{"file", word}}, std::move(file.graph),
                                     GraphNetwork::Damage{.notes = std::move(file.notes)});
  return damaged(*whole, option, whole);
}

}  // namespace romcast
