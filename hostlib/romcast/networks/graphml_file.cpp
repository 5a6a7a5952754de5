// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/graph/graphml.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <set>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/networks/described_graph.hpp"

namespace romcast {
namespace {

// Takes what Boost's reader finds; nodes and edges are their numbers.
class Receiver final : public boost::mutate_graph {
 public:
  Receiver(DescribedGraph& graph, const std::vector<std::string>& names, bool directed)
      : graph_(graph), names_(names) {
    graph_.directed = directed;
  }

  [[nodiscard]] bool is_directed() const override { return graph_.directed; }
  boost::any do_add_vertex() override {
    graph_.nodes.push_back({names_.at(graph_.nodes.size())});
    return graph_.nodes.size() - 1;
  }
  std::pair<boost::any, bool> do_add_edge(boost::any source, boost::any target) override {
    graph_.edges.push_back({name_of(source), name_of(target)});
    return {graph_.edges.size() - 1, true};
  }
  void set_graph_property(const std::string&, const std::string&, const std::string&) override {}
  void set_vertex_property(const std::string& name, boost::any vertex, const std::string& value,
                           const std::string&) override {
    set(graph_.nodes.at(boost::any_cast<std::size_t>(vertex)).attributes, name, value);
  }
  void set_edge_property(const std::string& name, boost::any edge, const std::string& value,
                         const std::string&) override {
    set(graph_.edges.at(boost::any_cast<std::size_t>(edge)).attributes, name, value);
  }

 private:
  [[nodiscard]] const std::string& name_of(const boost::any& node) const {
    return graph_.nodes.at(boost::any_cast<std::size_t>(node)).name;
  }
  // A value takes the place of the key's default, which comes before it.
  static void set(DescribedGraph::Attributes& attributes, const std::string& name,
                  const std::string& value) {
    for (auto& [known, old] : attributes) {
      if (known == name) {
        old = value;
        return;
      }
    }
    attributes.emplace_back(name, value);
  }

  DescribedGraph& graph_;
  const std::vector<std::string>& names_;
};

// What Boost does not tell: the names of the nodes, which it makes in this order, and the kind of
// the edges, which it must be told.
struct Outline {
  bool directed = false;
  std::vector<std::string> names;
};

Outline outline_of(const std::string& text, const std::string& name, const TokenLines& lines) {
  namespace pt = boost::property_tree;
  std::istringstream in(text);
  pt::ptree all;
  pt::read_xml(in, all, pt::xml_parser::no_comments | pt::xml_parser::trim_whitespace);
  const auto fail = [&](const std::vector<std::string>& tokens, const std::string& what) {
    throw InputError(place_of(name, lines.line_of(tokens)) + what);
  };
  const auto root = all.get_child_optional("graphml");
  if (!root) throw InputError(fmt::format("{}:1: no element graphml; is it a GraphML file?", name));
  if (root->count("graph") != 1) {
    fail({"<", "graph"}, fmt::format("{} elements graph; give one", root->count("graph")));
  }
  const pt::ptree& graph = root->get_child("graph");
  Outline outline{.directed = graph.get<std::string>("<xmlattr>.edgedefault", "") == "directed"};
  std::set<std::string, std::less<>> known;
  for (const auto& [element, node] : graph) {
    if (element == "hyperedge") fail({"<", "hyperedge"}, "a hyperedge; give edges of two nodes");
    if (element != "node") continue;
    outline.names.push_back(node.get<std::string>("<xmlattr>.id", ""));
    const std::string& id = outline.names.back();
    if (!known.insert(id).second) {
      fail({"id", "=", id}, fmt::format("a second node {}; give each node once", quote(id)));
    }
    if (node.count("graph") > 0) fail({"id", "=", id}, "a graph within a node; give one graph");
  }
  for (const auto& [element, edge] : graph) {
    if (element != "edge") continue;
    for (const char* end : {"source", "target"}) {
      const auto id = edge.get<std::string>(std::string("<xmlattr>.") + end, "");
      if (known.contains(id)) continue;
      fail({end, "=", id}, fmt::format("an edge with the {} {}, which is no node", end, quote(id)));
    }
  }
  return outline;
}

const Spelling kSpelling{
    .node =
        [](const std::string& node) {
          return Spelling::Tokens{"id", "=", node};
        },
    .edge = [](const std::string& from, const std::string& to,
               bool) { return Spelling::Tokens{"source", "=", from, "target", "=", to}; },
    .attribute =
        [](const std::string& attribute, const std::string& value) {
          const bool ours = attribute == "role" || attribute == "lanes";
          return ours ? Spelling::Tokens{">", value}
                      : Spelling::Tokens{"attr.name", "=", attribute};
        }};

}  // namespace

GraphFile read_graphml(const std::string& text, const std::string& name) {
  const TokenLines lines = TokenLines::of_xml(text);
  if (lines.tokens().empty()) throw InputError(fmt::format("{}: is empty; give a graph", name));
  if (lines.depth() > kDeepest) {
    throw InputError(fmt::format("{}: {} elements within each other; give {} at most", name,
                                 lines.depth(), kDeepest));
  }
  DescribedGraph graph;
  try {
    const Outline outline = outline_of(text, name, lines);
    Receiver receiver(graph, outline.names, outline.directed);
    std::istringstream in(text);
    boost::read_graphml(in, receiver, 0);
  } catch (const InputError&) {
    throw;
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw InputError(fmt::format("{}:{}: {}; is it a GraphML file?", name, error.line(),
                                 complaint(error.message().c_str())));
  } catch (const boost::directed_graph_error&) {
    throw InputError(
        fmt::format("{}: a directed edge where edgedefault is undirected; give one "
                    "kind of edges",
                    name));
  } catch (const boost::undirected_graph_error&) {
    throw InputError(
        fmt::format("{}: an undirected edge where edgedefault is directed; give one "
                    "kind of edges",
                    name));
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: {}; is it a GraphML file?", name, complaint(error.what())));
  }
  return checked(graph, name, lines, kSpelling);
}

}  // namespace romcast
