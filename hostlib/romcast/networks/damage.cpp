// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/damage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {
namespace {

struct Broken {
  std::vector<bool> nodes;
  std::set<ChannelId> channels;
};

class List {
 public:
  List(const GraphNetwork& network, const std::string& text) : network_(network), text_(text) {
    broken_.nodes.resize(network.nodes(), false);
  }

  Broken read() {
    if (text_.empty()) return std::move(broken_);
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find(',', begin), text_.size());
      read_item(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    return std::move(broken_);
  }

 private:
  // Names may contain '-' or '>', so every position is tried as the separator.
  void read_item(const std::string& item) {
    if (const NodeId node = network_.find_node(item); node != kNone) {
      broken_.nodes[node] = true;
      return;
    }
    for (std::size_t i = 1; i + 1 < item.size(); ++i) {
      if (item[i] != '-' && item[i] != '>') continue;
      const NodeId a = network_.find_node(item.substr(0, i));
      const NodeId b = network_.find_node(item.substr(i + 1));
      if (a != kNone && b != kNone) return break_links(item, a, b, item[i] == '-');
    }
    throw InputError({"without", text_},
                     fmt::format("{} is neither a node nor a link", quote(item)),
                     fmt::format("give names like {}{}", network_.node_name(0), example()));
  }

  void break_links(const std::string& item, NodeId a, NodeId b, bool both) {
    const ChannelId there = network_.find_channel(a, b), back = network_.find_channel(b, a);
    if (there == kNone && (back == kNone || !both)) {
      throw InputError(
          {"without", text_}, fmt::format("there is no link {}", quote(item)),
          has_links(a) ? fmt::format("{} has one to {}", network_.node_name(a), neighbour(a)) : "");
    }
    if (there != kNone) broken_.channels.insert(there);
    if (both && back != kNone) broken_.channels.insert(back);
  }

  [[nodiscard]] bool has_links(NodeId node) const { return !network_.outputs(node).empty(); }
  // The receiver of the first link of a node that has_links().
  [[nodiscard]] std::string neighbour(NodeId node) const {
    return network_.node_name(network_.channels()[network_.outputs(node).front()].to);
  }
  [[nodiscard]] std::string example() const {
    return has_links(0) ? fmt::format(", or {}-{}", network_.node_name(0), neighbour(0)) : "";
  }

  const GraphNetwork& network_;
  const std::string& text_;
  Broken broken_{};
};

// Lists only the first names, so that the note fits a line.
std::string cut_off_note(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  const std::size_t shown = std::min(names.size(), most);
  const std::string more =
      names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("cut off, and left out: {}{}",
                     fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "),
                     more);
}

Graph unbroken(const Graph& whole, const Broken& broken) {
  Graph left{.nodes = whole.nodes};
  for (ChannelId c = 0; c < whole.edges.size(); ++c) {
    const Graph::Edge& edge = whole.edges[c];
    const bool gone =
        broken.nodes[edge.from] || broken.nodes[edge.to] || broken.channels.contains(c);
    if (!gone) left.edges.push_back(edge);
  }
  return left;
}

// The node that `part` names; kNone if `part` is empty. Throws InputError if there is no such node.
NodeId named(const GraphNetwork& network, const std::string& part) {
  if (part.empty()) return kNone;
  const NodeId node = network.find_node(part);
  if (node != kNone) return node;
  throw InputError({"part", part}, "there is no such node",
                   fmt::format("give a name like {}", network.node_name(0)));
}

}  // namespace

std::shared_ptr<const GraphNetwork> without(const GraphNetwork& whole, const std::string& list,
                                            const std::string& part) {
  const Broken broken = List(whole, list).read();
  const Graph left = unbroken(whole.graph(), broken);
  std::vector<NodeId> standing;
  for (NodeId v = 0; v < whole.nodes(); ++v) {
    if (!broken.nodes[v]) standing.push_back(v);
  }
  const NodeId inside = named(whole, part);
  const bool broke = inside != kNone && broken.nodes[inside];
  std::vector<NodeId> kept;
  if (!broke) {
    const auto place = std::ranges::lower_bound(standing, inside);
    kept = largest_part(part_of(left, standing),
                        inside == kNone ? kNone : static_cast<NodeId>(place - standing.begin()));
    for (NodeId& v : kept) v = standing[v];
  }
  if (kept.empty()) {
    throw InputError(
        list.empty() ? Given("part", part) : Given("without", list),
        inside == kNone
            ? "no two processors are left that reach each other"
            : fmt::format("{} and no other processor are left that reach each other", part));
  }
  NetworkOptions options = whole.options();
  if (!list.empty()) options.emplace_back(kWithout, list);
  if (inside != kNone) options.emplace_back(kPart, part);
  GraphNetwork::Damage damage{
      .any = true, .notes = whole.notes(), .cycle_seconds = whole.cycle_seconds()};
  for (NodeId v = 0; v < whole.processors(); ++v) {
    if (!std::ranges::binary_search(kept, v)) damage.cut_off.push_back(whole.node_name(v));
  }
  if (!damage.cut_off.empty()) damage.notes.push_back(cut_off_note(damage.cut_off));
  return std::make_shared<GraphNetwork>(whole.network(), std::move(options), part_of(left, kept),
                                        std::move(damage));
}

std::shared_ptr<const Topology> damaged(const GraphNetwork& network, const OptionLookup& option,
                                        std::shared_ptr<const Topology> whole) {
  const auto list = option(kWithout), part = option(kPart);
  if (network.uneven_ports() && (list || part)) {
    throw InputError(
        {list ? kWithout : kPart, list ? *list : *part},
        fmt::format("the ports of `network` {} belong to it whole", network.network()));
  }
  if (list) return without(network, *list, part.value_or(""));
  if (!part) return whole;
  const auto kept = without(network, "", *part);
  return kept->nodes() == network.nodes() ? whole : kept;
}

}  // namespace romcast
