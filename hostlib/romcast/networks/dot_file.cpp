// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/graphviz.hpp>
#include <unordered_map>

#include "romcast/core/error.hpp"
#include "romcast/networks/described_graph.hpp"

namespace romcast {
namespace {

// Takes what Boost's reader finds; nodes come in the order of their names.
class Receiver final : public boost::detail::graph::mutate_graph {
 public:
  Receiver(DescribedGraph& graph, bool directed) : graph_(graph) { graph_.directed = directed; }

  [[nodiscard]] bool is_directed() const override { return graph_.directed; }
  void do_add_vertex(const std::string& node) override { graph_.nodes.push_back({node}); }
  void do_add_edge(const boost::detail::graph::edge_t&, const std::string& source,
                   const std::string& target) override {
    graph_.edges.push_back({source, target});
  }
  // Boost tells the attributes of a node or edge behind it.
  void set_node_property(const std::string& key, const std::string&,
                         const std::string& value) override {
    graph_.nodes.back().attributes.emplace_back(key, value);
  }
  void set_edge_property(const std::string& key, const boost::detail::graph::edge_t&,
                         const std::string& value) override {
    graph_.edges.back().attributes.emplace_back(key, value);
  }
  void set_graph_property(const std::string&, const std::string&) override {}
  void finish_building_graph() override {}

 private:
  DescribedGraph& graph_;
};

DescribedGraph parse(const std::string& text) {
  for (const bool directed : {false, true}) {
    DescribedGraph graph;
    Receiver receiver(graph, directed);
    try {
      boost::detail::graph::read_graphviz_new(text, &receiver);
      return graph;
    } catch (const boost::directed_graph_error&) {  // so it is the other kind
    }
  }
  return {};
}

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// The last line without which Boost would not complain yet: it says what is wrong, but not where.
std::optional<std::size_t> error_line(const std::string& text, const std::string& error) {
  constexpr std::size_t most = 1 << 20;  // bytes that may be read several times
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ends.push_back(i + 1);
  }
  if (ends.empty() || ends.back() < text.size()) ends.push_back(text.size());
  if (error.find("<eof>") != std::string::npos) return ends.size();
  if (text.size() > most) return std::nullopt;
  std::size_t before = 0, at = ends.size();  // lines after which all is well, or not
  while (at - before > 1) {
    const std::size_t middle = (before + at) / 2;
    (error_of(text.substr(0, ends[middle - 1])) == error ? at : before) = middle;
  }
  return at;
}

// Boost sorts nodes by name: back into the order in which the file names them first.
void sort_as_given(DescribedGraph& graph, const TokenLines& lines) {
  const std::vector<Token>& tokens = lines.tokens();
  std::unordered_map<std::string, std::size_t> first;
  const auto body = std::ranges::find(tokens, "{", &Token::text);
  for (auto token = body; token != tokens.end(); ++token) {
    const bool other =
        token != body && ((token - 1)->text == "subgraph" || (token - 1)->text == ":");
    if (!token->attribute && !other) first.emplace(token->text, token - tokens.begin());
  }
  std::ranges::stable_sort(graph.nodes, {}, [&](const DescribedGraph::Node& node) {
    const auto found = first.find(node.name);
    return found == first.end() ? tokens.size() : found->second;
  });
}

}  // namespace

GraphFile read_dot(const std::string& text, const std::string& name) {
  const TokenLines lines = TokenLines::of_dot(text);
  if (lines.tokens().empty()) {
    throw InputError(fmt::format("{}: is empty; a DOT file begins with graph or digraph", name));
  }
  if (lines.depth() > kDeepest) {
    throw InputError(fmt::format("{}: {} braces within each other; give {} at most", name,
                                 lines.depth(), kDeepest));
  }
  DescribedGraph graph;
  try {
    graph = parse(text);
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}{}; is it a DOT file?",
                                 place_of(name, error_line(text, error.what())),
                                 complaint(error.what())));
  }
  sort_as_given(graph, lines);
  const Spelling spelling{.node = [](const std::string& node) { return Spelling::Tokens{node}; },
                          .edge =
                              [](const std::string& from, const std::string& to, bool directed) {
                                return Spelling::Tokens{from, directed ? "->" : "--", to};
                              },
                          .attribute =
                              [](const std::string& attribute, const std::string& value) {
                                return Spelling::Tokens{attribute, "=", value};
                              }};
  return checked(graph, name, lines, spelling);
}

}  // namespace romcast
