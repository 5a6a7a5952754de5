// SPDX-License-Identifier: Apache-2.0
// Quantities that bounds share: rates of nodes, distances, messages from processor to processor.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "schedules/bounds/bounds.hpp"

namespace romcast::bounds {

using Distance = std::uint16_t;
inline constexpr Distance kUnreachable = std::numeric_limits<Distance>::max();

/// Value divided by rate, rounded up; rate > 0.
inline std::uint64_t divided_up(std::uint64_t value, std::uint64_t rate) {
  return (value + rate - 1) / rate;
}

/// Hops from `node` to each node. No path goes through a processor that does not forward.
/// kUnreachable: there is no path.
std::vector<Distance> distances_from(const Topology& topology, NodeId node);
/// Hops from each node to `node`, as in distances_from().
std::vector<Distance> distances_to(const Topology& topology, NodeId node);

/// Cycles of a fastest path from `node` to each node; hops if links have no times. kNone: there is
/// no path.
std::vector<std::uint32_t> delays_from(const Topology& topology, NodeId node);
/// Cycles of a fastest path from each node to the nearest of `nodes`, as in delays_from().
std::vector<std::uint32_t> delays_to(const Topology& topology, const std::vector<NodeId>& nodes);

/// The task with its distances, computed once.
class View {
 public:
  /// Computes the distances from and to all processors or, if this takes too many of the `work`
  /// steps that may be spent, from and to the source and a sample of the processors.
  View(const Task& task, std::uint64_t work);

  [[nodiscard]] const Topology& topology() const { return task_.topology; }
  [[nodiscard]] const Collective& collective() const { return task_.collective; }
  [[nodiscard]] Ports ports() const { return task_.ports; }
  [[nodiscard]] std::uint64_t messages() const { return task_.collective.messages(); }
  [[nodiscard]] std::size_t nodes() const { return task_.topology.nodes(); }
  [[nodiscard]] std::size_t processors() const { return task_.topology.processors(); }
  /// Steps that may still be spent.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  /// The most messages that a node sends in a cycle.
  [[nodiscard]] std::uint64_t send_rate(NodeId node) const { return send_rate_[node]; }
  /// The most messages that a node receives in a cycle.
  [[nodiscard]] std::uint64_t receive_rate(NodeId node) const { return receive_rate_[node]; }

  /// Processors whose distances are known: all of them, or the source and a sample.
  [[nodiscard]] const std::vector<NodeId>& probes() const { return probes_; }
  [[nodiscard]] bool complete() const { return probes_.size() == processors(); }
  /// The distances from the probe with this index in probes().
  [[nodiscard]] const std::vector<Distance>& from(std::size_t probe) const { return from_[probe]; }
  /// The distances to the probe with this index in probes().
  [[nodiscard]] const std::vector<Distance>& to(std::size_t probe) const {
    return to_.empty() ? from_[probe] : to_[probe];
  }

  /// The number of messages of `origin` that the processor wants.
  [[nodiscard]] std::uint64_t wanted(NodeId origin, NodeId processor) const;
  /// The number of messages that the processor wants, of all origins. Only for broadcast, allgather
  /// and exchange.
  [[nodiscard]] std::uint64_t wanted_by(NodeId processor) const;
  /// Exchange: the messages that start at a processor, or have it as a destination.
  [[nodiscard]] const std::vector<MessageId>& touching(NodeId processor) const {
    return touching_[processor];
  }
  [[nodiscard]] bool exchange() const {
    return task_.collective.kind() == CollectiveKind::exchange;
  }
  /// The number of messages of `origin` that any processor wants.
  [[nodiscard]] std::uint64_t own(NodeId origin) const {
    return task_.collective.own_messages(origin);
  }

 private:
  void read_exchange();
  [[nodiscard]] std::vector<NodeId> choose_probes(std::uint64_t work) const;

  Task task_;
  std::uint64_t work_;
  std::vector<std::uint64_t> send_rate_, receive_rate_;
  std::vector<NodeId> probes_;
  std::vector<std::vector<Distance>> from_, to_;  // to_ is empty if it would equal from_
  // Exchange: by origin, the sorted destinations and the number of messages to each; by processor,
  // the messages that start or end there.
  std::vector<std::vector<std::pair<NodeId, std::uint32_t>>> exchanged_;
  std::vector<std::vector<MessageId>> touching_;
};

/// The number of messages that must leave a set of nodes with `from` processors inside and `to`
/// processors outside; `root_inside`: the set contains the source. Not for exchanges.
std::uint64_t must_cross(const Collective& collective, std::uint64_t from, std::uint64_t to,
                         bool root_inside);
/// Throws InputError: there is no path.
[[noreturn]] void refuse_path(const View& view, NodeId from, NodeId to);

/// The bounds, one function each; nothing if a bound does not apply.
using Found = std::optional<Bound>;
Found distance(const View& view);
Found rate(const View& view);
Found ball(const View& view);
Found levels(const View& view);
Found tree(const View& view);
Found total_distance(const View& view);
Found mean_delay(const View& view);
Found supply(const View& view);
Found cut(const View& view);
Found flow(const View& view);
Found length(const View& view);
Found half_duplex(const View& view);
/// Bounds that are valid only for links with times.
Found timed_distance(const View& view);
Found timed_cut(const View& view);
Found timed_work(const View& view);

}  // namespace romcast::bounds
