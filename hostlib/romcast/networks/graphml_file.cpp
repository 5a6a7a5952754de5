// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <unordered_map>
#include <unordered_set>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/networks/described_graph.hpp"

namespace romcast {
namespace {

// The lines of nodes, edges and attributes, from their offsets in the text that pugixml parses.
// Lines are known only if this text is the file's own text, that is, if the file is UTF-8.
class XmlLines final : public Lines {
 public:
  XmlLines(std::string_view text, bool known) : text_(text), known_(known) {}

  [[nodiscard]] std::optional<std::size_t> at(std::ptrdiff_t offset) const {
    if (!known_ || offset < 0) return std::nullopt;
    return line_at(text_, static_cast<std::size_t>(offset));
  }
  [[nodiscard]] std::optional<std::size_t> of(const DescribedGraph::Node& node) const override {
    return at(static_cast<std::ptrdiff_t>(node.at));
  }
  [[nodiscard]] std::optional<std::size_t> of(const DescribedGraph::Edge& edge) const override {
    return at(static_cast<std::ptrdiff_t>(edge.at));
  }
  [[nodiscard]] std::optional<std::size_t> of(
      const DescribedGraph::Attribute& attribute) const override {
    return at(static_cast<std::ptrdiff_t>(attribute.at));
  }

 private:
  std::string_view text_;
  bool known_;
};

std::size_t place(const pugi::xml_node& element) {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(element.offset_debug(), 0));
}

class Reader {
 public:
  Reader(const pugi::xml_document& document, const std::string& name, const XmlLines& lines,
         const GraphReading& how)
      : document_(document), name_(name), lines_(lines), how_(how) {}

  DescribedGraph read() {
    const pugi::xml_node root = document_.child("graphml");
    if (!root) {
      throw InputError(fmt::format("{}:1: no element graphml; is it a GraphML file?", name_));
    }
    for (const pugi::xml_node& key : root.children("key"))
      keys_.emplace(key.attribute("id").value(), key_of(key));
    const auto graphs = root.children("graph");
    const auto count = std::distance(graphs.begin(), graphs.end());
    const pugi::xml_node graph = root.child("graph");
    if (count != 1) {
      fail(count == 0 ? root : graph.next_sibling("graph"),
           fmt::format("{} elements graph; give one", count));
    }
    read(graph);
    return std::move(described_);
  }

 private:
  using Attributes = std::vector<DescribedGraph::Attribute>;

  struct Key {
    std::string name;
    bool ours = false;
    bool nodes = false, edges = false;  // has a default for nodes, for edges
    DescribedGraph::Attribute standard{};
  };

  [[noreturn]] void fail(const pugi::xml_node& element, const std::string& what) const {
    throw InputError(place_of(name_, lines_.at(element.offset_debug())) + what);
  }

  // Records a problem of one element; one InputError lists all recorded problems in the end.
  void note(const pugi::xml_node& element, const std::string& what) {
    described_.problems.push_back(place_of(name_, lines_.at(element.offset_debug())) + what);
  }

  // Reads an element `key`, which declares an attribute. Without `for`, the attribute is for nodes
  // and edges. Some of yEd's keys have no attr.name; then yfiles.type, or else the id, is the name.
  [[nodiscard]] Key key_of(const pugi::xml_node& element) const {
    const std::string_view whose = element.attribute("for").as_string("all");
    const char* name = element.attribute("attr.name").value();
    if (*name == 0) name = element.attribute("yfiles.type").value();
    if (*name == 0) name = element.attribute("id").value();
    Key key{.name = name, .ours = concerns_networks(name, how_)};
    if (const pugi::xml_node standard = element.child("default")) {
      const bool all = whose == "all";
      key.standard = {key.name, standard.text().get(), place(standard)};
      key.nodes = whose == "node" || (all && !means_lanes(key.name, how_));
      key.edges = whose == "edge" || (all && !means_role(key.name, how_));
    }
    return key;
  }

  void read(const pugi::xml_node& graph) {
    attributes_of(graph, nullptr, described_.attributes);
    const bool directed = std::string_view(graph.attribute("edgedefault").value()) == "directed";
    std::unordered_set<std::string> known;
    for (const pugi::xml_node& element : graph.children()) {
      const std::string_view kind = element.name();
      if (kind == "hyperedge") fail(element, "a hyperedge; give edges of two nodes");
      if (kind != "node") continue;
      DescribedGraph::Node node{.name = element.attribute("id").value(), .at = place(element)};
      if (!known.insert(node.name).second) {
        note(element, fmt::format("a second node {}; give each node once", quote(node.name)));
        continue;
      }
      if (element.child("graph")) note(element, "a graph within a node; give one graph");
      attributes_of(element, &Key::nodes, node.attributes);
      described_.nodes.push_back(std::move(node));
    }
    for (const pugi::xml_node& element : graph.children("edge")) {
      DescribedGraph::Edge edge{.from = element.attribute("source").value(),
                                .to = element.attribute("target").value(),
                                .both = !element.attribute("directed").as_bool(directed),
                                .at = place(element)};
      bool ends = true;
      for (const auto& [end, id] : {std::pair("source", edge.from), std::pair("target", edge.to)}) {
        if (known.contains(id)) continue;
        note(element, fmt::format("an edge with the {} {}, which is no node", end, quote(id)));
        ends = false;
      }
      if (!ends) continue;
      attributes_of(element, &Key::edges, edge.attributes);
      described_.edges.push_back(std::move(edge));
    }
  }

  // Adds the element's attributes that concern networks to `attributes`. If `defaults` is not
  // nullptr, also adds the names of the other attributes to described_.ignored, and adds defaults
  // for attributes that the element lacks: those of nodes (&Key::nodes) or of edges (&Key::edges).
  void attributes_of(const pugi::xml_node& element, bool Key::*defaults, Attributes& attributes) {
    for (const pugi::xml_node& data : element.children("data")) {
      const std::string id = data.attribute("key").value();
      const auto key = keys_.find(id);
      const std::string& name = key == keys_.end() ? id : key->second.name;
      if (key == keys_.end() ? !concerns_networks(id, how_) : !key->second.ours) {
        if (defaults != nullptr && noted_.insert(name).second) described_.ignored.push_back(name);
        continue;
      }
      std::erase_if(attributes, [&](const auto& one) { return one.name == name; });
      attributes.push_back({name, data.text().get(), place(data)});
    }
    if (defaults == nullptr) return;
    for (const auto& entry : keys_) {
      const Key& key = entry.second;
      if (!key.ours || !(key.*defaults)) continue;
      const bool given = std::ranges::any_of(
          attributes, [&](const auto& attribute) { return attribute.name == key.name; });
      if (!given) attributes.push_back(key.standard);
    }
  }

  const pugi::xml_document& document_;
  const std::string& name_;
  const XmlLines& lines_;
  const GraphReading& how_;
  std::unordered_map<std::string, Key> keys_{};
  std::unordered_set<std::string> noted_{};
  DescribedGraph described_{};
};

}  // namespace

GraphFile read_graphml(const std::string& text, const std::string& name, const GraphReading& how) {
  if (std::ranges::all_of(text, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); })) {
    throw InputError(fmt::format("{}: is empty; give a graph", name));
  }
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
  const XmlLines lines(text, result.encoding == pugi::encoding_utf8);
  if (!result) {
    throw InputError(fmt::format("{}{}; is it a GraphML file?",
                                 place_of(name, lines.at(result.offset)),
                                 complaint(result.description())));
  }
  return checked(Reader(document, name, lines, how).read(), name, lines, how);
}

}  // namespace romcast
