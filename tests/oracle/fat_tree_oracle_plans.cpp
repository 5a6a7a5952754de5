// SPDX-License-Identifier: Apache-2.0
#include "fat_tree_oracle_plans.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {

unsigned power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

unsigned leaf_count(const Tree& tree) { return power(tree.k, tree.h); }

unsigned turn_level(const Tree& tree, unsigned x, unsigned y) {
  unsigned level = 0;
  for (; x != y; ++level) x /= tree.k, y /= tree.k;
  return level;
}

unsigned distance(const Tree& tree, unsigned x, unsigned y) { return 2 * turn_level(tree, x, y); }

unsigned digit_sum(const Tree& tree, unsigned x, unsigned offset) {
  unsigned sum = 0;
  for (unsigned place = 1, digit = 0; digit < tree.h; ++digit, place *= tree.k)
    sum += (x / place % tree.k + offset / place % tree.k) % tree.k * place;
  return sum;
}

namespace {

std::vector<unsigned> destinations(const Tree& tree, unsigned source, const std::string& order) {
  const unsigned n = leaf_count(tree);
  std::vector<unsigned> result;
  if (order.empty() || order == "digit-wise") {
    for (unsigned o = n - 1; o >= 1; --o) result.push_back(digit_sum(tree, source, o));
  } else if (order == "nearest-first") {
    for (unsigned o = 1; o < n; ++o) result.push_back(digit_sum(tree, source, o));
  } else if (order == "ascending") {
    for (unsigned level = tree.h; level >= 1; --level)
      for (unsigned d = 0; d < n; ++d)
        if (turn_level(tree, source, d) == level) result.push_back(d);
  } else if (order == "descending") {
    for (unsigned level = tree.h; level >= 1; --level)
      for (unsigned d = n; d-- > 0;)
        if (turn_level(tree, source, d) == level) result.push_back(d);
  } else {
    throw std::invalid_argument("unknown order " + order);
  }
  return result;
}

// turn-phased and turn-nearest-first: the sends that turn at level i, in the steps first ..
// first + (k - 1) k^(i-1) - 1. In each of these steps one leaf of every subtree of height i - 1
// sends: with r_i = 1 (Rule::by_turns) first leaf number senders[0] of the subtree, then number
// senders[1], and so on to the last; then all again with r_i = 2, .., k - 1.
struct Class {
  unsigned i;
  int first;
  std::vector<unsigned> senders;
};

std::vector<LeafPlan> turning_leaves(const Tree& tree, const std::vector<Class>& classes) {
  const unsigned n = leaf_count(tree), k = tree.k;
  std::vector<std::vector<Packet>> by_step(n);  // per leaf, index = step
  for (const Class& c : classes) {
    const unsigned subtree = power(k, c.i - 1);
    for (unsigned z = 0; z < (k - 1) * subtree; ++z) {
      if (c.first + static_cast<int>(z) < 1) throw std::logic_error("a class starts too early");
      const unsigned step = c.first + z;
      for (unsigned leaf = c.senders[z % subtree]; leaf < n; leaf += subtree) {
        if (by_step[leaf].size() <= step) by_step[leaf].resize(step + 1);
        Packet& packet = by_step[leaf][step];
        packet.message = leaf;
        packet.turns.resize(tree.h);
        if (packet.turns[c.i - 1] != 0) throw std::logic_error("two turns at one level");
        packet.turns[c.i - 1] = 1 + z / subtree;
      }
    }
  }
  std::vector<LeafPlan> leaves(n);
  for (unsigned leaf = 0; leaf < n; ++leaf)
    for (unsigned step = 1; step < by_step[leaf].size(); ++step)
      if (!by_step[leaf][step].turns.empty())
        leaves[leaf].push_back({step, true, by_step[leaf][step]});
  return leaves;
}

std::vector<unsigned> ascending(unsigned count) {
  std::vector<unsigned> result(count);
  for (unsigned a = 0; a < count; ++a) result[a] = a;
  return result;
}

std::vector<LeafPlan> turn_phased(const Tree& tree) {
  std::vector<Class> classes;
  int received = 2 * tree.h;  // the paper's R_i
  for (int i = tree.h; i >= 1; --i) {
    const unsigned subtree = power(tree.k, i - 1);
    classes.push_back({static_cast<unsigned>(i), received - (2 * i - 1), ascending(subtree)});
    received += (tree.k - 1) * subtree;
  }
  return turning_leaves(tree, classes);
}

std::vector<LeafPlan> turn_nearest_first(const Tree& tree) {
  std::vector<Class> classes;
  for (int i = 1; i <= static_cast<int>(tree.h); ++i) {
    const unsigned subtree = power(tree.k, i - 1);
    const int received = i == 1 ? 2 : static_cast<int>(subtree) + (tree.k == 2 ? 2 : 1);
    std::vector<unsigned> senders = ascending(subtree);
    if (i >= 3) {
      const unsigned last = power(tree.k, i - 2);
      std::rotate(senders.begin(), senders.begin() + (last - 2), senders.begin() + last);
    }
    classes.push_back({static_cast<unsigned>(i), received - (2 * i - 1), senders});
  }
  return turning_leaves(tree, classes);
}

unsigned reversed_digits(unsigned value, unsigned k, unsigned digits) {
  unsigned result = 0;
  for (; digits > 0; --digits, value /= k) result = result * k + value % k;
  return result;
}

// The sends of all leaves in a total exchange without queues: equation (4) with corrected phase
// lengths. If `serial` (phased), a phase begins after the last arrival of the preceding phase;
// otherwise (pipelined) earlier. With M = `messages` messages for each destination, every step of
// the timetable becomes M steps.
std::vector<LeafPlan> exchange_timetable(const Tree& tree, bool serial, unsigned messages) {
  const unsigned n = leaf_count(tree), k = tree.k;
  std::vector<LeafPlan> leaves(n);
  unsigned serial_start = 0, received = 2 * tree.h;
  for (unsigned i = tree.h; i >= 1; --i) {
    const unsigned subtree = power(k, i - 1), total = (k - 1) * subtree * subtree;
    unsigned length = 0;  // the paper's M_i
    for (unsigned j = 1; j <= i; ++j) {
      const unsigned crossing = (k - 1) * power(k, i + j - 2), c = tree.capacity[j - 1];
      length = std::max(length, (crossing + c - 1) / c);
    }
    const unsigned together = (total + length - 1) / length;  // the paper's w
    const unsigned first = serial ? serial_start + 1 : received - (2 * i - 1);
    for (unsigned g = 0; g < n / subtree; ++g)
      for (unsigned number = 0; number < total; ++number) {
        const unsigned d = 1 + number / (subtree * subtree);
        const unsigned s = number / subtree % subtree, p = number % subtree;
        const unsigned sibling = g / k * k + (g % k + d) % k;
        const unsigned from = g * subtree + reversed_digits(p, k, i - 1);
        const unsigned to = sibling * subtree + reversed_digits((p + s) % subtree, k, i - 1);
        for (unsigned m = 0; m < messages; ++m) {
          const std::uint64_t message = (std::uint64_t{from} * n + to) * messages + m;
          const unsigned step = first + number / together * messages + m;
          leaves[from].push_back({step, true, {message, to, {}}});
        }
      }
    serial_start += messages * length + 2 * i - 1;
    received += messages * length;
  }
  return leaves;
}

}  // namespace

Plan make_plan(const Tree& tree, const std::string& collective, const std::string& ports,
               const std::string& algorithm, const std::string& order, unsigned source,
               unsigned messages) {
  const unsigned n = leaf_count(tree);
  const std::string name = collective + " " + algorithm;
  const bool single = ports == "single";
  std::vector<LeafPlan> leaves(n);
  const auto put = [&](unsigned leaf, std::uint64_t number, unsigned destination) {
    for (unsigned m = 0; m < messages; ++m)
      leaves[leaf].push_back({1, false, {number * messages + m, destination, {}}});
  };

  if (name == "broadcast leaf-broadcast") {
    put(source, 0, nowhere);
    return {Rule::flood, leaves};
  }
  if (name == "scatter furthest-first") {
    for (unsigned to : destinations(tree, source, order)) put(source, to, to);
    return {Rule::unicast, leaves};
  }
  if (name == "gather greedy") {
    for (unsigned leaf = 0; leaf < n; ++leaf)
      if (leaf != source) put(leaf, leaf, source);
    return {Rule::unicast, leaves};
  }
  if (name == (single ? "allgather upward-first" : "allgather flooding")) {
    for (unsigned leaf = 0; leaf < n; ++leaf) put(leaf, leaf, nowhere);
    return {Rule::flood, leaves};
  }
  if (name == (single ? "alltoall upward-first" : "alltoall greedy")) {
    for (unsigned leaf = 0; leaf < n; ++leaf)
      for (unsigned to : destinations(tree, leaf, order))
        put(leaf, std::uint64_t{leaf} * n + to, to);
    return {Rule::unicast, leaves};
  }
  if (!single && (name == "alltoall phased" || name == "alltoall pipelined"))
    return {Rule::unicast, exchange_timetable(tree, algorithm == "phased", messages)};
  if (!single && messages == 1) {
    if (name == "allgather turn-phased") return {Rule::by_turns, turn_phased(tree)};
    if (name == "allgather turn-nearest-first") return {Rule::by_turns, turn_nearest_first(tree)};
    if (name == "allgather turn-simple") {
      for (unsigned leaf = 0; leaf < n; ++leaf)
        leaves[leaf].push_back({leaf + 1, true, {leaf, nowhere, {}}});
      return {Rule::via_root, leaves};
    }
  }
  throw std::invalid_argument("no algorithm " + name + " for " + ports + "-port");
}

Plan reversed_scatter(const Tree& tree, unsigned source, unsigned messages, unsigned cycles,
                      const std::vector<unsigned>& arrival) {
  std::vector<LeafPlan> leaves(leaf_count(tree));
  for (unsigned number = 0; number < arrival.size(); ++number)
    if (number / messages != source)
      leaves[number / messages].push_back(
          {cycles + 1 - arrival[number], true, {number, source, {}}});
  for (auto& leaf : leaves)
    std::sort(leaf.begin(), leaf.end(),
              [](const Injection& a, const Injection& b) { return a.step < b.step; });
  return {Rule::unicast, leaves};
}

}  // namespace oracle
