// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "fat_tree_oracle_plans.hpp"

namespace oracle {
namespace {

// Branches of a switch are numbered 0 .. k-1 (children), k (parent).
struct Downward {  // single-port: a stored message, and the children that it must still reach
  Packet packet;
  std::deque<unsigned> children;
};

struct Switch {
  std::vector<std::deque<Packet>> out;  // FIFO per branch (single-port: only the upward one)
  std::deque<Downward> down;            // single-port: downward messages, oldest first
  std::vector<unsigned> owed;           // per branch: stored messages that must still cross it
  std::map<std::uint64_t, unsigned> resident;  // message -> remaining crossings
};

struct Simulation {
  const Tree& tree;
  std::string collective;
  bool single_port;
  unsigned source, messages;
  bool keep_trace;
  Plan plan;

  unsigned n = leaf_count(tree);
  std::vector<std::vector<Switch>> switches{};             // [level][index], level 0 unused
  using Inbox = std::vector<std::pair<unsigned, Packet>>;  // incoming branch, packet
  std::vector<std::vector<Inbox>> inbox{};
  std::vector<std::set<std::uint64_t>> received{};
  std::vector<unsigned> arrival{};  // [message] step of the message's latest delivery
  Result result{};
  unsigned step = 0;

  bool needs(unsigned leaf, std::uint64_t message) const {
    const std::uint64_t number = message / messages;
    if (collective == "broadcast") return leaf != source;
    if (collective == "scatter") return leaf == number;
    if (collective == "gather") return leaf == source;
    if (collective == "allgather") return leaf != number;
    return leaf == number % n;
  }

  std::uint64_t expected() const {
    std::uint64_t pairs = n - 1;
    if (collective == "allgather" || collective == "alltoall") pairs *= n;
    return pairs * messages;
  }

  std::vector<unsigned> branches(unsigned level, unsigned index, unsigned from,
                                 const Packet& packet) const {
    const unsigned k = tree.k;
    std::vector<unsigned> all, others;
    for (unsigned child = 0; child < k; ++child) {
      all.push_back(child);
      if (child != from) others.push_back(child);
    }
    if (level < tree.h && from != k) others.push_back(k);
    if (plan.rule == Rule::unicast) {
      if (packet.destination / power(k, level) != index) return {k};
      return {packet.destination / power(k, level - 1) % k};
    }
    if (plan.rule == Rule::flood) return others;
    if (from == k) return all;
    if (plan.rule == Rule::via_root) return level == tree.h ? all : std::vector<unsigned>{k};
    std::vector<unsigned> turned;
    if (packet.turns[level - 1] > 0) turned.push_back((from + k - packet.turns[level - 1]) % k);
    for (unsigned l = level + 1; l <= tree.h; ++l)
      if (packet.turns[l - 1] > 0) return turned.push_back(k), turned;
    return turned;
  }

  void send(unsigned level, unsigned index, unsigned branch, Packet packet) {
    const bool up = branch == tree.k;
    const unsigned to_level = up ? level + 1 : level - 1;
    const unsigned to_index = up ? index / tree.k : index * tree.k + branch;
    ++result.hops;
    if (keep_trace)
      result.trace.emplace_back(step, level, index, to_level, to_index, packet.message);
    inbox[to_level][to_index].emplace_back(up ? index % tree.k : tree.k, std::move(packet));
  }

  void leaf_sends(unsigned leaf) {
    auto& queue = plan.leaves[leaf];
    const unsigned limit = single_port ? 1 : tree.capacity[0];
    for (unsigned sent = 0; sent < limit && !queue.empty() && queue.front().step <= step; ++sent) {
      if (queue.front().exact && queue.front().step != step)
        throw std::logic_error("a leaf cannot keep its timetable");
      send(0, leaf, tree.k, queue.front().packet);
      queue.pop_front();
    }
    if (!queue.empty() && queue.front().exact && queue.front().step <= step)
      throw std::logic_error("a leaf cannot keep its timetable");
  }

  void cross(unsigned level, unsigned index, unsigned branch, const Packet& packet) {
    Switch& node = switches[level][index];
    --node.owed[branch];
    if (--node.resident[packet.message] == 0) node.resident.erase(packet.message);
    send(level, index, branch, packet);
  }

  void switch_sends(unsigned level, unsigned index) {
    Switch& node = switches[level][index];
    const unsigned k = tree.k;
    if (!single_port) {
      for (unsigned branch = 0; branch <= k; ++branch) {
        const unsigned limit = branch < k       ? tree.capacity[level - 1]
                               : level < tree.h ? tree.capacity[level]
                                                : 0;
        for (unsigned sent = 0; sent < limit && !node.out[branch].empty(); ++sent) {
          cross(level, index, branch, node.out[branch].front());
          node.out[branch].pop_front();
        }
      }
    } else if (!node.out[k].empty()) {
      cross(level, index, k, node.out[k].front());
      node.out[k].pop_front();
    } else if (!node.down.empty()) {
      Downward& oldest = node.down.front();
      cross(level, index, oldest.children.front(), oldest.packet);
      oldest.children.pop_front();
      if (oldest.children.empty()) node.down.pop_front();
    }
    unsigned waiting = node.resident.size();
    if (!single_port) waiting = *std::max_element(node.owed.begin(), node.owed.end());
    Level& figures = result.levels[level - 1];
    figures.max_waiting = std::max(figures.max_waiting, waiting);
  }

  void switch_receives(unsigned level, unsigned index) {
    Switch& node = switches[level][index];
    const unsigned k = tree.k;
    for (const auto& [from, packet] : inbox[level][index]) {
      Downward downward{packet, {}};
      for (unsigned branch : branches(level, index, from, packet)) {
        ++node.owed[branch];
        ++node.resident[packet.message];
        if (single_port && branch < k)
          downward.children.push_back(branch);
        else
          node.out[branch].push_back(packet);
      }
      if (!downward.children.empty()) node.down.push_back(downward);
    }
    Level& figures = result.levels[level - 1];
    figures.max_queue = std::max<unsigned>(figures.max_queue, node.resident.size());
    figures.max_up_fifo = std::max(figures.max_up_fifo, node.owed[k]);
    for (unsigned child = 0; child < k; ++child)
      figures.max_down_fifo = std::max(figures.max_down_fifo, node.owed[child]);
  }

  void leaf_receives(unsigned leaf) {
    for (const auto& [from, packet] : inbox[0][leaf]) {
      if (plan.rule == Rule::unicast && packet.destination != leaf)
        throw std::logic_error("a message went astray");
      if (!needs(leaf, packet.message) || !received[leaf].insert(packet.message).second) continue;
      ++result.delivered;
      result.cycles = step;
      arrival[packet.message] = step;
    }
  }

  bool idle() const {
    for (const auto& queue : plan.leaves)
      if (!queue.empty()) return false;
    for (const auto& level : switches)
      for (const auto& node : level)
        if (!node.resident.empty()) return false;
    return true;
  }

  void simulate() {
    switches.resize(tree.h + 1);
    inbox.resize(tree.h + 1);
    received.resize(n);
    arrival.resize(std::uint64_t{collective == "alltoall" ? n * n : n} * messages);
    inbox[0].resize(n);
    for (unsigned level = 1; level <= tree.h; ++level) {
      inbox[level].resize(n / power(tree.k, level));
      switches[level].resize(n / power(tree.k, level));
      for (auto& node : switches[level]) {
        node.out.resize(tree.k + 1);
        node.owed.resize(tree.k + 1);
      }
      result.levels.push_back({level, 0, 0, 0, 0});
    }
    while (!idle()) {
      ++step;
      for (unsigned leaf = 0; leaf < n; ++leaf) leaf_sends(leaf);
      for (unsigned level = 1; level <= tree.h; ++level)
        for (unsigned i = 0; i < switches[level].size(); ++i) switch_sends(level, i);
      for (unsigned level = 0; level <= tree.h; ++level)
        for (unsigned i = 0; i < inbox[level].size(); ++i) {
          std::stable_sort(inbox[level][i].begin(), inbox[level][i].end(),
                           [](const auto& a, const auto& b) { return a.first < b.first; });
          level == 0 ? leaf_receives(i) : switch_receives(level, i);
          inbox[level][i].clear();
        }
    }
    for (const Level& level : result.levels) {
      result.max_queue = std::max(result.max_queue, level.max_queue);
      result.max_waiting = std::max(result.max_waiting, level.max_waiting);
    }
    std::sort(result.trace.begin(), result.trace.end());
    if (result.delivered != expected()) throw std::logic_error("a message was lost");
  }
};

}  // namespace

Result run(const Tree& tree, const std::string& collective, const std::string& ports,
           const std::string& algorithm, const std::string& order, unsigned source,
           unsigned messages, bool keep_trace) {
  if (tree.k < 2 || tree.h < 1 || tree.capacity.size() != tree.h || messages < 1 ||
      *std::min_element(tree.capacity.begin(), tree.capacity.end()) < 1 ||
      source >= leaf_count(tree) || (ports != "single" && ports != "multi"))
    throw std::invalid_argument("impossible scenario");
  const bool single = ports == "single";
  Plan plan;
  if (collective == "gather" && algorithm == "reversed-scatter") {
    Simulation scatter{
        tree,
        "scatter",
        single,
        source,
        messages,
        false,
        make_plan(tree, "scatter", ports, "furthest-first", order, source, messages)};
    scatter.simulate();
    plan = reversed_scatter(tree, source, messages, scatter.result.cycles, scatter.arrival);
  } else {
    plan = make_plan(tree, collective, ports, algorithm, order, source, messages);
  }
  Simulation simulation{tree, collective, single, source, messages, keep_trace, std::move(plan)};
  simulation.simulate();
  return simulation.result;
}

}  // namespace oracle
