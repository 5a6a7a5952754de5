// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/symmetry.hpp"

#include <algorithm>
#include <numeric>

#include "romcast/core/group.hpp"

namespace romcast::any {
namespace {

constexpr std::size_t kMostNodes = 256, kMostSearched = 64;
constexpr std::size_t kMostTried = 5'000;  // calls of place() for each image of node 0
constexpr std::size_t kMostFound = 3;

using Permutation = Symmetry::Permutation;

Permutation identity(std::size_t nodes) {
  Permutation all(nodes);
  std::iota(all.begin(), all.end(), NodeId{0});
  return all;
}

// All powers of the permutation `rotation`; empty if a power fixes some nodes and moves others.
std::vector<Permutation> powers(const Permutation& rotation) {
  std::vector<Permutation> all{identity(rotation.size())};
  while (true) {
    Permutation next;
    for (const NodeId v : all.back()) next.push_back(rotation[v]);
    std::size_t fixed = 0;
    for (NodeId v = 0; v < next.size(); ++v) fixed += next[v] == v ? 1U : 0U;
    if (fixed == next.size()) return all;
    if (fixed > 0) return {};
    all.push_back(std::move(next));
  }
}

// Searches for permutations that preserve the network: assigns images node by node along the links.
class Rotations {
 public:
  explicit Rotations(const Topology& topology)
      : topology_(topology), image_(topology.nodes(), kNone), used_(topology.nodes(), false) {
    std::vector<bool> seen(topology.nodes(), false);
    order_.push_back(0);
    seen[0] = true;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (const ChannelId c : topology.outputs(order_[i])) {
        const NodeId to = topology.channels()[c].to;
        if (!seen[to]) order_.push_back(to);
        seen[to] = true;
      }
    }
  }

  // The largest cyclic group found that has a generator that moves node 0 to `first`; empty if no
  // such group was found.
  std::vector<Permutation> with_first_at(NodeId first) {
    best_.clear();
    tried_ = 0;
    if (order_.size() == image_.size()) place(0, first);
    return std::move(best_);
  }

 private:
  void extend(std::size_t done) {
    if (done == order_.size()) {
      std::vector<Permutation> found = powers(image_);
      if (found.size() > best_.size()) best_ = std::move(found);
      return;
    }
    for (NodeId to = 0; to < image_.size() && tried_ < kMostTried; ++to) place(done, to);
  }
  void place(std::size_t done, NodeId to) {
    ++tried_;
    const NodeId v = order_[done];
    if (used_[to] || to == v || !alike(v, to)) return;
    image_[v] = to;
    used_[to] = true;
    const bool keeps = std::ranges::all_of(
        order_.begin(), order_.begin() + static_cast<long>(done), [&](NodeId u) {
          return lanes(v, u) == lanes(to, image_[u]) && lanes(u, v) == lanes(image_[u], to);
        });
    if (keeps) extend(done + 1);
    used_[to] = false;
  }
  [[nodiscard]] bool alike(NodeId a, NodeId b) const {
    return topology_.is_processor(a) == topology_.is_processor(b) &&
           topology_.forwards(a) == topology_.forwards(b) &&
           topology_.outputs(a).size() == topology_.outputs(b).size() &&
           topology_.inputs(a).size() == topology_.inputs(b).size();
  }
  [[nodiscard]] std::uint32_t lanes(NodeId from, NodeId to) const {
    const ChannelId c = topology_.find_channel(from, to);
    return c == kNone ? 0 : topology_.channels()[c].capacity;
  }

  const Topology& topology_;
  std::vector<NodeId> order_;
  Permutation image_;
  std::vector<bool> used_;
  std::vector<Permutation> best_;
  std::size_t tried_ = 0;
};

using Groups = std::vector<std::vector<Permutation>>;

// All translations v -> u*v, then for each u the cyclic group that its translation generates.
Groups of_cayley(const Topology& topology) {
  const Group& group = *topology.group();
  const auto translation = [&](NodeId u) {
    Permutation moved;
    for (NodeId v = 0; v < group.order(); ++v) moved.push_back(group.multiply(u, v));
    return moved;
  };
  Groups groups(1);
  for (NodeId u = 0; u < group.order(); ++u) groups.front().push_back(translation(u));
  for (NodeId u = 1; u < group.order(); ++u) groups.push_back(powers(translation(u)));
  return groups;
}

Groups of_any(const Topology& topology) {
  Groups groups;
  if (topology.nodes() > kMostSearched) return groups;
  Rotations rotations(topology);
  for (NodeId first = 1; first < topology.nodes(); ++first) {
    groups.push_back(rotations.with_first_at(first));
  }
  return groups;
}

}  // namespace

Symmetry::Symmetry(const Task& task, std::vector<Permutation> elements)
    : task_(task),
      elements_(std::move(elements)),
      first_node_(identity(task.topology.nodes())),
      first_channel_(task.topology.channels().size()) {
  for (const Permutation& moved : elements_) {
    for (NodeId v = 0; v < moved.size(); ++v) {
      first_node_[moved[v]] = std::min(first_node_[moved[v]], v);
    }
  }
  std::iota(first_channel_.begin(), first_channel_.end(), ChannelId{0});
  for (std::size_t g = 1; g < elements_.size(); ++g) {
    for (ChannelId c = 0; c < first_channel_.size(); ++c) {
      ChannelId& first = first_channel_[moved_channel(g, c)];
      first = std::min(first, c);
    }
  }
}

Symmetry Symmetry::none(const Task& task) { return {task, {identity(task.topology.nodes())}}; }

ChannelId Symmetry::moved_channel(std::size_t element, ChannelId channel) const {
  const Channel& c = task_.topology.channels()[channel];
  return element == 0
             ? channel
             : task_.topology.find_channel(elements_[element][c.from], elements_[element][c.to]);
}

MessageId Symmetry::moved_message(std::size_t element, MessageId message) const {
  if (element == 0) return message;
  const Collective& collective = task_.collective;
  const Permutation& moved = elements_[element];
  const std::uint32_t each = collective.messages();
  MessageId pair = moved[collective.origin(message)];
  if (collective.kind() == CollectiveKind::alltoall) {
    pair = pair * static_cast<MessageId>(collective.processors()) +
           moved[collective.destination(message)];
  }
  return pair * each + message % each;
}

std::vector<Symmetry> symmetries(const Task& task) {
  const CollectiveKind kind = task.collective.kind();
  const bool alike = kind == CollectiveKind::allgather || kind == CollectiveKind::alltoall;
  if (!alike || task.topology.nodes() > kMostNodes) return {};
  Groups groups =
      task.topology.group() != nullptr ? of_cayley(task.topology) : of_any(task.topology);
  std::ranges::stable_sort(groups, std::ranges::greater{}, &std::vector<Permutation>::size);
  std::vector<Symmetry> found;
  for (std::vector<Permutation>& elements : groups) {
    const bool smaller = found.empty() || elements.size() < found.back().order();
    if (elements.size() > 1 && smaller && found.size() < kMostFound) {
      found.emplace_back(task, std::move(elements));
    }
  }
  return found;
}

}  // namespace romcast::any
