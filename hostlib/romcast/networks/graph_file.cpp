// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"

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

}  // namespace romcast
