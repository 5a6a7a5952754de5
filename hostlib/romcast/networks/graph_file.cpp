// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/networks/damage.hpp"

namespace romcast {

bool is_graph_file(std::string_view name) {
  return name.ends_with(".dot") || name.ends_with(".gv") || name.ends_with(".graphml");
}

GraphFile load_graph(const std::string& path) {
  std::ifstream in = open_input(path, kMostGraphBytes);
  std::string text;
  char chunk[1 << 16];
  while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
    text.append(chunk, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", path));
  return path.ends_with(".graphml") ? read_graphml(text, path) : read_dot(text, path);
}

std::shared_ptr<const Topology> load_network(const std::string& path, const OptionLookup& option) {
  GraphFile file = load_graph(path);
  std::string word = path;  // in schedule files it must be one
  for (char& c : word) c = c <= ' ' || c > '~' || c == '#' ? '_' : c;
  auto whole =
      std::make_shared<GraphNetwork>(kGraph, NetworkOptions{{"file", word}}, std::move(file.graph),
                                     GraphNetwork::Damage{.notes = std::move(file.notes)});
  return damaged(*whole, option, whole);
}

}  // namespace romcast
