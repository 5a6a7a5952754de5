// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/orders.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "schedules/fat_tree/machine.hpp"

namespace romcast {

namespace {

// Names of the values of LeafOrder.
constexpr std::array<std::string_view, 4> kOrders{"digit-wise", "ascending", "descending",
                                                  "nearest-first"};

}  // namespace

AlgorithmOption order_option(LeafOrder by_default) {
  AlgorithmOption option{
      "order", {kOrders.begin(), kOrders.end()}, "order in which a leaf serves the others"};
  std::ranges::swap(option.values.front(), option.values[static_cast<std::size_t>(by_default)]);
  return option;
}

LeafOrder leaf_order(const Problem& problem, LeafOrder by_default) {
  const auto given = problem.options.find("order");
  if (given == problem.options.end()) return by_default;
  return static_cast<LeafOrder>(std::ranges::find(kOrders, given->second) - kOrders.begin());
}

NodeId add_digits(const LevelTree& tree, NodeId x, NodeId offset) {
  if (tree.binary()) return x ^ offset;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const std::uint64_t k = tree.arity(i + 1), digit = x % k + offset % k;
    sum += (digit >= k ? digit - k : digit) * tree.width(i);
    x = static_cast<NodeId>(x / k);
    offset = static_cast<NodeId>(offset / k);
  }
  return static_cast<NodeId>(sum);
}

NodeId subtract_digits(const LevelTree& tree, NodeId x, NodeId y) {
  std::uint64_t difference = 0;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const std::uint64_t k = tree.arity(i + 1), digit = x % k + k - y % k;
    difference += digit % k * tree.width(i);
    x = static_cast<NodeId>(x / k);
    y = static_cast<NodeId>(y / k);
  }
  return static_cast<NodeId>(difference);
}

NodeId partner(const LevelTree& tree, LeafOrder order, NodeId x, std::uint64_t index) {
  const std::uint64_t n = tree.leaves();
  if (order == LeafOrder::nearest_first) return add_digits(tree, x, static_cast<NodeId>(index + 1));
  const std::uint64_t offset = n - 1 - index;
  if (order == LeafOrder::digit_wise) return add_digits(tree, x, static_cast<NodeId>(offset));
  // Ascending and descending order: the offsets width(i-1) .. width(i) - 1 stand for the leaves in
  // x's subtree of level i that are not in x's subtree of level i-1.
  unsigned level = 1;
  while (tree.width(level) <= offset) ++level;
  const bool ascending = order == LeafOrder::ascending;
  const std::uint64_t rank =
      ascending ? tree.width(level) - 1 - offset : offset - tree.width(level - 1);
  const std::uint64_t first = x / tree.width(level) * tree.width(level);
  const std::uint64_t own = x / tree.width(level - 1) * tree.width(level - 1);
  const std::uint64_t leaf = first + rank;
  return static_cast<NodeId>(leaf < own ? leaf : leaf + tree.width(level - 1));
}

namespace {

// All processors except `from`, the furthest first, those at the same distance by number.
std::vector<NodeId> furthest_first(const Topology& topology, NodeId from) {
  std::vector<std::pair<NodeId, NodeId>> open{{from, kNone}};  // nodes and the nodes before them
  std::vector<std::vector<NodeId>> at{{}};                     // by distance
  for (std::size_t i = 0, end = 1; i < open.size(); end = open.size()) {
    at.emplace_back();
    for (; i < end; ++i) {
      const auto [v, before] = open[i];
      for (const ChannelId c : topology.outputs(v)) {
        const NodeId to = topology.channels()[c].to;
        if (to == before) continue;
        open.emplace_back(to, v);
        if (topology.is_processor(to)) at.back().push_back(to);
      }
    }
  }
  std::vector<NodeId> order;
  for (auto nodes = at.rbegin(); nodes != at.rend(); ++nodes) {
    std::ranges::sort(*nodes);
    order.insert(order.end(), nodes->begin(), nodes->end());
  }
  return order;
}

InjectionProgram by_distance(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.topology->processors());
  const std::uint64_t each = problem.collective.messages();
  std::vector<std::vector<NodeId>> orders;
  for (NodeId p = 0; p < n; ++p) orders.push_back(furthest_first(*problem.topology, p));
  return [n, each, orders = std::move(orders)](NodeId from,
                                               std::uint64_t index) -> std::optional<Injection> {
    if (index >= (n - 1) * each) return std::nullopt;
    const std::uint64_t to = orders[from][index / each];
    return Injection{
        .message = static_cast<MessageId>((from * std::uint64_t{n} + to) * each + index % each)};
  };
}

}  // namespace

InjectionProgram everyone_to_everyone(const Problem& problem, LeafOrder order) {
  if (!LevelTree::is(*problem.topology)) return by_distance(problem);
  const std::uint64_t n = problem.topology->processors(), each = problem.collective.messages();
  return [tree = LevelTree::of(*problem.topology), n, each, order](
             NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= (n - 1) * each) return std::nullopt;
    const std::uint64_t to = partner(tree, order, leaf, each == 1 ? index : index / each);
    const std::uint64_t m = each == 1 ? 0 : index % each;
    return Injection{.message = static_cast<MessageId>((leaf * n + to) * each + m)};
  };
}

std::uint64_t reverse_digits(const LevelTree& tree, std::uint64_t x, unsigned count) {
  std::uint64_t reversed = 0;
  for (unsigned level = count; level > 0; --level) {
    reversed += x % tree.arity(level) * tree.width(level - 1);
    x /= tree.arity(level);
  }
  return reversed;
}

}  // namespace romcast
