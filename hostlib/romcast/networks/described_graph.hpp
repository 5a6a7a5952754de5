// SPDX-License-Identifier: Apache-2.0
// A graph as a file describes it, in any format, before it has been checked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/networks/graph_file.hpp"

namespace romcast {

struct DescribedGraph {
  /// `at`, here and below: offset in the text that was read, from which `Lines` finds the line
  /// number in some formats.
  struct Attribute {
    std::string name, value;
    std::size_t at = 0;
  };
  struct Node {
    std::string name;
    std::vector<Attribute> attributes{};
    std::size_t at = 0;
  };
  struct Edge {
    std::string from, to;
    bool both = false;  ///< a link in each direction
    std::vector<Attribute> attributes{};
    std::size_t at = 0;
  };
  std::vector<Attribute> attributes{};  ///< attributes of the whole graph that concern networks
  std::vector<std::string> ignored{};   ///< node and edge attributes that do not concern networks
  std::vector<std::string> notes{};
  std::vector<std::string> problems{};  ///< found by the reader, "name:line: ..."
  std::vector<Node> nodes{};
  std::vector<Edge> edges{};
};

/// Finds line numbers for error messages.
class Lines {
 public:
  virtual ~Lines() = default;
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  [[nodiscard]] virtual std::optional<std::size_t> of(const DescribedGraph::Node& node) const = 0;
  [[nodiscard]] virtual std::optional<std::size_t> of(const DescribedGraph::Edge& edge) const = 0;
  [[nodiscard]] virtual std::optional<std::size_t> of(
      const DescribedGraph::Attribute& attribute) const = 0;

 protected:
  Lines() = default;
};

/// True if an attribute is one of romcast's own, a misspelling of one, or a synonym of one.
bool concerns_networks(std::string_view attribute, const GraphReading& how);
/// True if an attribute's name is "role" or how.role or, if how.role is empty, a synonym of "role".
bool means_role(std::string_view attribute, const GraphReading& how);
/// True if an attribute's name is "lanes" or how.lanes or, if how.lanes is empty, a synonym of
/// "lanes".
bool means_lanes(std::string_view attribute, const GraphReading& how);

/// Checks a description and builds its graph. Throws InputError "name:line: ..."; one error lists
/// all problems.
GraphFile checked(const DescribedGraph& described, const std::string& name, const Lines& lines,
                  const GraphReading& how);

/// "name:line: " or "name: ".
std::string place_of(const std::string& name, std::optional<std::size_t> line);
/// The first 160 bytes of a text, for an error message; "?" replaces all but printable ASCII.
std::string complaint(std::string_view text);
/// The line, counted from 1, of the character at index `at`.
std::size_t line_at(std::string_view text, std::size_t at);

}  // namespace romcast
