// SPDX-License-Identifier: Apache-2.0
// Computes the values that the registers of every node must hold after a run, from the hops that
// crossed the links. The report compares these values with the hardware's, node by node.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/message_ends.hpp"

namespace romcast {

/// Figures of a node in the trace; a figure is -1 if the trace does not show it.
struct Seen {
  std::int64_t hops = -1, last_hop = -1, busy = -1;
  std::int64_t deliveries = -1, last_delivery = -1, last_add = -1, transit_high = -1;
  std::int64_t queue_high = -1, waiting_high = -1, up_high = -1, down_high = -1, places_high = -1;
  std::int64_t occupancy_high = -1;
};

/// Expected marks of stores, by switch: slots in use, and messages that pass through.
struct StoreMarks {
  std::vector<std::uint32_t> places{}, occupancy{};
};

/// Expected value of a node's register, if the trace determines it.
std::optional<std::int64_t> register_value(const Seen& seen, std::string_view name);

class Recount {
 public:
  /// `logp`: nodes are interfaces of LogP machines. The referenced objects must outlive this one.
  Recount(const Topology& topology, const Collective& collective, Timing timing, bool logp);

  /// Takes all hops of the next cycle, including start-ups, additions, and hops that take a message
  /// from a queue. All of these hops must be on links of the network.
  void step(std::span<const Hop> hops);

  /// At most three lines: a line for each node whose registers differ from the expected ones, then
  /// a line for the crossbar if the crossbar's registers differ. `queues`: the judge's figures of
  /// the same trace (Judge::State::switches), which are the expected marks of queues, except on
  /// LogP machines. `stores`: the expected marks of stores. `lost`: messages were lost, so the
  /// marks of queues and stores are not compared.
  [[nodiscard]] std::vector<std::string> differences(const Readings& result,
                                                     const std::vector<LevelQueues>& queues,
                                                     const StoreMarks& stores, bool lost) const;
  /// The expected registers of one node; `queues` and `stores` as in differences().
  [[nodiscard]] Seen expected(NodeId node, const std::vector<LevelQueues>& queues,
                              const StoreMarks& stores) const;
  /// counts() encodes the counts so far; add_part() raises each count to that of another rank, if
  /// that is higher. A node's counts are complete if one of the ranks has seen all hops of the
  /// node.
  [[nodiscard]] std::vector<std::uint64_t> counts() const;
  void add_part(std::span<const std::uint64_t> counts);
  [[nodiscard]] Seen expected_of_crossbar() const {
    return {.hops = passed_, .transit_high = most_coming_};
  }

 private:
  // LogP: for each message, the last cycle in which it is in transit. `leaving`: messages from the
  // node. `coming`: messages to the node, on each of its two lines. `waiting`: on buffered
  // machines, messages to the node that the node has not taken.
  struct Lines {
    std::deque<Cycle> leaving, waiting;
    std::array<std::deque<Cycle>, 2> coming;
  };
  void send(const Hop& hop, NodeId from);
  void transit(NodeId from, NodeId to, Cycle begin);
  void take(NodeId node, Cycle cycle);
  void deliver(NodeId node, Cycle cycle);

  const Topology& topology_;
  const Collective& collective_;
  const Timing timing_;
  const bool logp_;
  const Cycle receives_in_;  // LogP: cycles from transit to delivery
  const bool delivers_;      // nodes count deliveries
  // True if all arrivals are deliveries, because messages are copied or combined on their path.
  const bool everything_;
  const MessageEnds ends_;
  const std::uint64_t numbers_;
  std::vector<Seen> nodes_;
  std::vector<Lines> lines_;
  std::int64_t passed_ = 0;       // flits through the crossbar
  std::int64_t most_coming_ = 0;  // maximum of messages in transit on one line to a node
};

}  // namespace romcast
