// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/orders.hpp"

#include <algorithm>
#include <array>

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

NodeId add_digits(const FatTree& tree, NodeId x, NodeId offset) {
  if (tree.arity() == 2) return x ^ offset;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const std::uint64_t digit = x % tree.arity() + offset % tree.arity();
    sum += (digit >= tree.arity() ? digit - tree.arity() : digit) * tree.power(i);
    x /= tree.arity();
    offset /= tree.arity();
  }
  return static_cast<NodeId>(sum);
}

NodeId subtract_digits(const FatTree& tree, NodeId x, NodeId y) {
  std::uint64_t difference = 0;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const std::uint64_t digit = x % tree.arity() + tree.arity() - y % tree.arity();
    difference += digit % tree.arity() * tree.power(i);
    x /= tree.arity();
    y /= tree.arity();
  }
  return static_cast<NodeId>(difference);
}

NodeId partner(const FatTree& tree, LeafOrder order, NodeId x, std::uint64_t index) {
  const std::uint64_t n = tree.processors();
  if (order == LeafOrder::nearest_first) return add_digits(tree, x, static_cast<NodeId>(index + 1));
  const std::uint64_t offset = n - 1 - index;
  if (order == LeafOrder::digit_wise) return add_digits(tree, x, static_cast<NodeId>(offset));
  // Ascending, descending: offsets k^(i-1) .. k^i - 1 are class i; skip x's own subtree of level
  // i-1.
  unsigned level = 1;
  while (tree.power(level) <= offset) ++level;
  const bool ascending = order == LeafOrder::ascending;
  const std::uint64_t rank =
      ascending ? tree.power(level) - 1 - offset : offset - tree.power(level - 1);
  const std::uint64_t first = x / tree.power(level) * tree.power(level);
  const std::uint64_t own = x / tree.power(level - 1) * tree.power(level - 1);
  const std::uint64_t leaf = first + rank;
  return static_cast<NodeId>(leaf < own ? leaf : leaf + tree.power(level - 1));
}

InjectionProgram everyone_to_everyone(const Problem& problem, LeafOrder order) {
  const FatTree& tree = fat_tree(problem);
  const std::uint64_t n = tree.processors(), each = problem.collective.messages();
  return [&tree, n, each, order](NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    if (index >= (n - 1) * each) return std::nullopt;
    const std::uint64_t to = partner(tree, order, leaf, each == 1 ? index : index / each);
    const std::uint64_t m = each == 1 ? 0 : index % each;
    return Injection{.message = static_cast<MessageId>((leaf * n + to) * each + m)};
  };
}

std::uint64_t reverse_digits(const FatTree& tree, std::uint64_t x, unsigned count) {
  std::uint64_t reversed = 0;
  for (; count > 0; --count, x /= tree.arity())
    reversed = reversed * tree.arity() + x % tree.arity();
  return reversed;
}

}  // namespace romcast
