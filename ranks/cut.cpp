// SPDX-License-Identifier: Apache-2.0
#include "ranks/cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

// To save links, a part may end this fraction of its target size before or after the ideal position
// in the order. The move of a node makes no part smaller or larger than its target by more than
// this fraction.
constexpr double kTolerance = 0.02;
constexpr unsigned kPasses = 8;  // limit on passes over all nodes; a pass moves single nodes

using Order = std::vector<NodeId>;

// Calls visit(neighbour, links) for every channel of a node, in either direction.
template <class Visit>
void for_each_neighbour(const Topology& network, NodeId node, Visit visit) {
  for (const ChannelId c : network.outputs(node)) {
    visit(network.channels()[c].to, network.channels()[c].capacity);
  }
  for (const ChannelId c : network.inputs(node)) {
    visit(network.channels()[c].from, network.channels()[c].capacity);
  }
}

Order by_number(std::size_t nodes) {
  Order order(nodes);
  std::iota(order.begin(), order.end(), NodeId{0});
  return order;
}

// Starts at the last node: in a tree, the root.
Order depth_first(const Topology& network) {
  Order order;
  std::vector<bool> seen(network.nodes());
  for (auto root = static_cast<NodeId>(network.nodes()); root-- > 0;) {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      order.push_back(node);
      for_each_neighbour(network, node, [&](NodeId next, std::uint32_t) {
        if (!seen[next]) stack.push_back(next);
      });
    }
  }
  return order;
}

Order breadth_first(const Topology& network) {
  Order order;
  std::vector<bool> seen(network.nodes());
  for (NodeId root = 0; root < network.nodes(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    for (std::deque<NodeId> front{root}; !front.empty(); front.pop_front()) {
      order.push_back(front.front());
      for_each_neighbour(network, front.front(), [&](NodeId next, std::uint32_t) {
        if (!seen[next]) front.push_back(next);
        seen[next] = true;
      });
    }
  }
  return order;
}

// Returns an order of the nodes in which each set that is connected without the last port is
// contiguous; within the set, each subset that is connected without the last two ports; and so on.
Order by_ports(const Topology& network) {
  std::vector<NodeId> set(network.nodes());
  std::iota(set.begin(), set.end(), NodeId{0});
  const auto find = [&](NodeId node) {
    while (set[node] != node) node = set[node] = set[set[node]];
    return node;
  };
  Order order = by_number(network.nodes());
  const std::size_t ports = network.outputs(0).size();
  for (std::size_t port = 0; port + 1 < ports; ++port) {
    for (NodeId node = 0; node < network.nodes(); ++node) {
      if (port >= network.outputs(node).size()) continue;
      const NodeId a = find(node), b = find(network.channels()[network.outputs(node)[port]].to);
      set[std::max(a, b)] = std::min(a, b);
    }
    std::vector<NodeId> first(network.nodes());
    for (NodeId node = 0; node < network.nodes(); ++node) first[node] = find(node);
    std::ranges::stable_sort(order, {}, [&](NodeId node) { return first[node]; });
  }
  return order;
}

class Cutter {
 public:
  Cutter(const Topology& network, const CutWishes& wishes)
      : network_(network), wishes_(wishes), weight_(network.nodes(), 1) {
    const std::size_t following = wishes.processors_follow ? network.processors() : 0;
    std::fill_n(weight_.begin(), following, 0);
    weight_all_ = network.nodes() - following;
    const double shares = wishes.first_share + wishes.parts - 1;
    for (unsigned part = 0; part < wishes.parts; ++part) {
      target_.push_back((part == 0 ? wishes.first_share : 1) * static_cast<double>(weight_all_) /
                        shares);
    }
  }

  [[nodiscard]] Cut cut(Order order, const char* by) const {
    std::erase_if(order, [&](NodeId node) { return weight_[node] == 0; });
    Cut cut{.part_of = std::vector<unsigned>(network_.nodes()), .sizes = {}, .by = by};
    divide(order, cut);
    if (!network_.crossbar()) move_nodes(cut);
    settle(cut);
    return cut;
  }

 private:
  // Element i of the result: number of links between the first i nodes of the order and the others.
  [[nodiscard]] std::vector<std::size_t> crossing(const Order& order) const {
    std::vector<std::size_t> place(network_.nodes(), 0), links(order.size() + 2, 0);
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<std::int64_t> change(order.size() + 2, 0);
    for (const Channel& channel : network_.channels()) {
      if (channel.to == kNone || weight_[channel.from] == 0 || weight_[channel.to] == 0) continue;
      const auto [low, high] = std::minmax(place[channel.from], place[channel.to]);
      change[low + 1] += channel.capacity;
      change[high + 1] -= channel.capacity;
    }
    std::int64_t now = 0;
    for (std::size_t at = 0; at < links.size(); ++at) {
      links[at] = static_cast<std::size_t>(now += change[at]);
    }
    return links;
  }

  void divide(const Order& order, Cut& cut) const {
    const auto links = crossing(order);
    const auto size = static_cast<double>(order.size());
    std::size_t begin = 0;
    double ideal = 0;
    for (unsigned part = 0; part < wishes_.parts; ++part) {
      ideal += target_[part];
      const double slack = part + 1 == wishes_.parts ? 0 : kTolerance * target_[part];
      const auto at = [&](double place) {
        return std::max(begin, static_cast<std::size_t>(std::clamp(place + 0.5, 0.0, size)));
      };
      std::size_t end = at(ideal);
      for (std::size_t i = at(ideal - slack); i <= at(ideal + slack); ++i) {
        if (links[i] < links[end]) end = i;
      }
      if (part + 1 == wishes_.parts) end = order.size();
      for (std::size_t i = begin; i < end; ++i) cut.part_of[order[i]] = part;
      begin = end;
    }
  }

  void move_nodes(Cut& cut) const {
    std::vector<std::size_t> sizes = sizes_of(cut);
    std::vector<std::size_t> links(wishes_.parts);  // links of a node, by part
    for (unsigned pass = 0, moved = 1; pass < kPasses && moved > 0; ++pass) {
      moved = 0;
      for (NodeId node = 0; node < network_.nodes(); ++node) {
        if (weight_[node] == 0) continue;
        std::ranges::fill(links, 0);
        for_each_neighbour(network_, node, [&](NodeId next, std::uint32_t count) {
          if (weight_[next] > 0) links[cut.part_of[next]] += count;
        });
        unsigned& part = cut.part_of[node];
        const auto best = static_cast<unsigned>(std::ranges::max_element(links) - links.begin());
        if (links[best] <= links[part] || !may_move(sizes, part, best)) continue;
        --sizes[part];
        ++sizes[best];
        part = best;
        ++moved;
      }
    }
  }

  [[nodiscard]] bool may_move(const std::vector<std::size_t>& sizes, unsigned from,
                              unsigned to) const {
    return static_cast<double>(sizes[from]) - 1 >= target_[from] * (1 - kTolerance) &&
           static_cast<double>(sizes[to]) + 1 <= target_[to] * (1 + kTolerance);
  }

  [[nodiscard]] std::vector<std::size_t> sizes_of(const Cut& cut) const {
    std::vector<std::size_t> sizes(wishes_.parts, 0);
    for (NodeId node = 0; node < network_.nodes(); ++node)
      sizes[cut.part_of[node]] += weight_[node];
    return sizes;
  }

  void settle(Cut& cut) const {
    for (const NodeId node : wishes_.in_first) cut.part_of[node] = 0;
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      if (weight_[node] > 0 || network_.outputs(node).empty()) continue;
      cut.part_of[node] = cut.part_of[network_.channels()[network_.outputs(node).front()].to];
    }
    cut.sizes = sizes_of(cut);
    for (const Channel& channel : network_.channels()) {
      if (channel.to == kNone || cut.part_of[channel.from] == cut.part_of[channel.to]) continue;
      cut.links_across += channel.capacity;
    }
  }

  const Topology& network_;
  const CutWishes& wishes_;
  std::vector<unsigned> weight_;  // by node
  std::size_t weight_all_ = 0;
  std::vector<double> target_;  // nodes to be assigned, by part
};

}  // namespace

Cut cut_network(const Topology& network, const CutWishes& wishes) {
  const Cutter cutter(network, wishes);
  Cut best = cutter.cut(by_number(network.nodes()), "by number");
  if (network.crossbar() || wishes.parts == 1) return best;
  const auto try_order = [&](Order order, const char* by) {
    Cut cut = cutter.cut(std::move(order), by);
    if (cut.links_across < best.links_across) best = std::move(cut);
  };
  try_order(depth_first(network), "depth first");
  try_order(breadth_first(network), "breadth first");
  try_order(by_ports(network), "by ports");
  return best;
}

std::string cut_text(const Cut& cut, const Topology& network, const std::string& do_what) {
  std::string sizes;
  for (std::size_t part = 0; part < cut.sizes.size(); ++part) {
    if (part > 0) sizes += part + 1 == cut.sizes.size() ? " and " : ", ";
    sizes += fmt::format("{}", cut.sizes[part]);
  }
  const std::string what =
      network.crossbar()
          ? "interfaces, each of them with the whole fabric"
          : fmt::format("nodes, {} across (cut {})",
                        counted(cut.links_across, "link leads", "links lead"), cut.by);
  return fmt::format("{} ranks {} {} {}", cut.sizes.size(), do_what, sizes, what);
}

}  // namespace romcast
