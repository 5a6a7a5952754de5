// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

#include "schedules/any/branches.hpp"

namespace romcast::any {
namespace {

// Chooses the trees one after another.
class Trees {
 public:
  Trees(const Task& task, unsigned seed)
      : task_(task),
        topology_(task.topology),
        nearest_first_(seed % 2 == 1),
        random_(seed + 1),
        limit_(topology_.port_limit(task.ports)),
        load_(topology_.channels().size(), 0),
        sends_(topology_.nodes(), 0),
        receives_(topology_.nodes(), 0) {}

  void lay_all() {
    std::vector<MessageId> order(task_.collective.message_numbers());
    std::iota(order.begin(), order.end(), MessageId{0});
    std::ranges::shuffle(order, random_);
    // Large groups first: small ones have more paths to choose from.
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](MessageId m) { return task_.collective.group(m).size(); });
    for (const MessageId m : order) lay(m);
  }
  [[nodiscard]] const Branches& branches() const { return branches_; }

 private:
  // The price of a hop rises with the load of its link and ports.
  [[nodiscard]] double price(ChannelId c) {
    const Channel& channel = topology_.channels()[c];
    double busy = load_[c] / channel.capacity;
    if (limit_.sends != kNone) busy = std::max(busy, sends_[channel.from] / limit_.sends);
    if (limit_.receives != kNone) busy = std::max(busy, receives_[channel.to] / limit_.receives);
    const double noise = 0.01 * static_cast<double>(random_() % 64) / 64;
    return 1 + noise + 4 * busy / (busiest_ + 1);
  }

  void lay(MessageId m) {
    const NodeId origin = task_.collective.origin(m);
    const auto group = task_.collective.group(m);
    in_tree_.assign(topology_.nodes(), false);
    in_tree_[origin] = true;
    came_.assign(topology_.nodes(), kNone);
    std::vector<NodeId> wanting(group.begin(), group.end());
    std::erase(wanting, origin);
    if (!nearest_first_) search(m, {origin}, wanting);
    std::vector<NodeId> tree{origin};
    while (!wanting.empty()) {
      const NodeId end = nearest_first_ ? search(m, tree, wanting) : wanting.back();
      std::erase(wanting, end);
      // Walks back from the destination to the tree; the nodes of this path join the tree.
      for (NodeId v = end; !in_tree_[v]; v = topology_.channels()[came_[v]].from) {
        in_tree_[v] = true;
        tree.push_back(v);
      }
    }
    keep(m, origin, tree);
  }

  // Finds cheapest paths from the nodes in `from` to nodes outside the tree, and enters the last
  // channel of each path into came_. With nearest_first_ the search stops at the first node in
  // `wanting` that it reaches (the cheapest) and returns that node, or kNone if it reaches none of
  // them. Without nearest_first_ it returns kNone.
  NodeId search(MessageId m, const std::vector<NodeId>& from, const std::vector<NodeId>& wanting) {
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    cost_.assign(topology_.nodes(), std::numeric_limits<double>::infinity());
    for (const NodeId v : from) {
      cost_[v] = 0;
      queue.emplace(0, v);
    }
    const NodeId origin = task_.collective.origin(m);
    while (!queue.empty()) {
      const auto [known, at] = queue.top();
      queue.pop();
      if (known > cost_[at]) continue;
      if (nearest_first_ && std::ranges::find(wanting, at) != wanting.end()) return at;
      if (at != origin && !topology_.forwards(at)) continue;
      for (const ChannelId c : topology_.outputs(at)) {
        const NodeId to = topology_.channels()[c].to;
        const double path = known + price(c);
        if (in_tree_[to] || path >= cost_[to]) continue;
        cost_[to] = path;
        came_[to] = c;
        queue.emplace(path, to);
      }
    }
    return kNone;
  }

  // Adds the tree to the branches and its hops to the loads.
  void keep(MessageId m, NodeId origin, const std::vector<NodeId>& tree) {
    std::vector<std::size_t> branch_of(topology_.nodes(), 0);
    for (const NodeId v : tree) {
      if (v == origin) continue;
      branch_of[v] = branches_.all.size();
      branches_.all.push_back({.channel = came_[v], .message = m});
      const Channel& channel = topology_.channels()[came_[v]];
      busiest_ = std::max(busiest_, ++load_[came_[v]] / channel.capacity);
      ++sends_[channel.from];
      ++receives_[v];
    }
    for (const NodeId v : tree) {
      if (v == origin) continue;
      const NodeId from = topology_.channels()[came_[v]].from;
      std::vector<std::size_t>& after =
          from == origin ? branches_.first : branches_.all[branch_of[from]].next;
      after.push_back(branch_of[v]);
      // Goes from `from` towards the origin and raises `below` of each branch to the number of hops
      // from the branch's receiver to v, until a branch has that many hops or more.
      std::uint32_t below = 0;
      for (NodeId up = from; up != origin; up = topology_.channels()[came_[up]].from) {
        Branch& branch = branches_.all[branch_of[up]];
        if (branch.below > below) break;
        branch.below = ++below;
      }
    }
  }

  const Task task_;
  const Topology& topology_;
  const bool nearest_first_;
  std::minstd_rand random_;
  const PortLimit limit_;
  std::vector<double> load_, sends_, receives_;  // load_ by channel; ports by node
  double busiest_ = 0;
  std::vector<bool> in_tree_;
  std::vector<ChannelId> came_;
  std::vector<double> cost_;
  Branches branches_;
};

}  // namespace

Hops carry_groups(const Task& task, unsigned seed, Cycle most) {
  Trees trees(task, seed);
  trees.lay_all();
  return list_branches(task, trees.branches(), most);
}

}  // namespace romcast::any
