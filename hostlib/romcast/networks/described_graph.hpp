// SPDX-License-Identifier: Apache-2.0
// What a file says of a graph, in any language, before it has been checked.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/token_lines.hpp"

namespace romcast {

/// How a language writes these things down: sequences of tokens that tell the line.
struct Spelling {
  using Tokens = std::vector<std::string>;
  Tokens (*node)(const std::string& name);
  Tokens (*edge)(const std::string& from, const std::string& to, bool directed);
  Tokens (*attribute)(const std::string& name, const std::string& value);
};

struct DescribedGraph {
  using Attributes = std::vector<std::pair<std::string, std::string>>;
  struct Node {
    std::string name;
    Attributes attributes{};
  };
  struct Edge {
    std::string from, to;
    Attributes attributes{};
  };
  bool directed = false;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// Checks a description and makes a graph of it; edges that are not directed are one in each
/// direction. Throws InputError "name:line: ...".
GraphFile checked(const DescribedGraph& described, const std::string& name, const TokenLines& lines,
                  const Spelling& spelling);

/// Most braces or elements within each other.
inline constexpr std::size_t kDeepest = 64;
/// "name:line: " or "name: ".
std::string place_of(const std::string& name, std::optional<std::size_t> line);
/// One line of printable characters, not too long, of what a reader complains about.
std::string complaint(const char* text);

}  // namespace romcast
