// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/described_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {
namespace {

// Attributes that only say how a graph is drawn.
bool drawing(std::string_view attribute) {
  static constexpr std::string_view known[] = {
      "arrowhead", "arrowsize", "color",    "comment", "fillcolor", "fixedsize",
      "fontcolor", "fontname",  "fontsize", "height",  "label",     "penwidth",
      "pos",       "shape",     "style",    "tooltip", "width",     "xlabel"};
  return std::ranges::find(known, attribute) != std::end(known);
}

class Checking {
 public:
  Checking(const DescribedGraph& described, const std::string& name, const TokenLines& lines,
           const Spelling& spelling)
      : described_(described), name_(name), lines_(lines), spelling_(spelling) {}

  GraphFile run() {
    for (const DescribedGraph::Node& node : described_.nodes) add(node);
    for (const DescribedGraph::Edge& edge : described_.edges) add(edge);
    GraphFile file;
    try {
      file.graph = builder_.finish();
    } catch (const NotConnected& error) {
      throw InputError(place_of(name_, lines_.line_of(spelling_.node(error.node()))) +
                       error.what());
    } catch (const InputError& error) {
      throw InputError(place_of(name_, std::nullopt) + error.what());
    }
    if (again_ > 0) {
      file.notes.push_back(
          fmt::format("{}; its lanes are added{}", first_again_,
                      again_ == 1 ? "" : fmt::format(" (and {} more)", again_ - 1)));
    }
    return file;
  }

 private:
  [[noreturn]] void refuse(const std::string& attribute, const std::string& value,
                           const std::string& remedy) const {
    const auto line = lines_.line_of(spelling_.attribute(attribute, value));
    throw InputError(fmt::format("{}{} {}: {}", place_of(name_, line), printable(attribute),
                                 quote(value), remedy));
  }

  void add(const DescribedGraph::Node& node) {
    NodeRole role = NodeRole::processor;
    for (const auto& [attribute, value] : node.attributes) {
      if (attribute == "role") {
        const auto found = find_role(value);
        if (!found) refuse(attribute, value, "a role is processor, endpoint or switch");
        role = *found;
      } else if (!drawing(attribute)) {
        refuse(attribute, value, "nodes have no such attribute; they have role");
      }
    }
    try {
      builder_.add_node(node.name, role);
    } catch (const InputError& error) {
      throw InputError(place_of(name_, lines_.line_of(spelling_.node(node.name))) + error.what());
    }
  }

  void add(const DescribedGraph::Edge& edge) {
    std::uint32_t lanes = 1;
    for (const auto& [attribute, value] : edge.attributes) {
      if (attribute == "lanes") {
        lanes = parse_lanes(value);
      } else if (!drawing(attribute)) {
        refuse(attribute, value, "edges have no such attribute; they have lanes");
      }
    }
    const NodeId from = builder_.find(edge.from), to = builder_.find(edge.to);
    bool again = false;
    try {
      again = builder_.add_edge(from, to, lanes);
      if (!described_.directed) builder_.add_edge(to, from, lanes);
    } catch (const InputError& error) {
      throw InputError(place_of(name_, line_of(edge)) + error.what());
    }
    if (again && again_++ == 0) {
      first_again_ = fmt::format("{}the edge from {} to {} is given again",
                                 place_of(name_, line_of(edge)), edge.from, edge.to);
    }
  }

  std::uint32_t parse_lanes(const std::string& text) const {
    std::uint32_t lanes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lanes);
    if (error != std::errc{} || end != text.data() + text.size() || lanes < 1 ||
        lanes > kMostLanes) {
      refuse("lanes", text, fmt::format("give a number from 1 to {}", kMostLanes));
    }
    return lanes;
  }

  [[nodiscard]] std::optional<std::size_t> line_of(const DescribedGraph::Edge& edge) const {
    return lines_.line_of(spelling_.edge(edge.from, edge.to, described_.directed));
  }

  const DescribedGraph& described_;
  const std::string& name_;
  const TokenLines& lines_;
  const Spelling& spelling_;
  GraphBuilder builder_;
  std::size_t again_ = 0;
  std::string first_again_;
};

}  // namespace

GraphFile checked(const DescribedGraph& described, const std::string& name, const TokenLines& lines,
                  const Spelling& spelling) {
  return Checking(described, name, lines, spelling).run();
}

std::string place_of(const std::string& name, std::optional<std::size_t> line) {
  return line ? fmt::format("{}:{}: ", name, *line) : name + ": ";
}

std::string complaint(const char* text) {
  constexpr std::size_t most = 160;
  std::string result = std::string(text).substr(0, most);
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  return result;
}

}  // namespace romcast
