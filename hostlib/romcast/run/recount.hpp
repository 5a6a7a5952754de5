// SPDX-License-Identifier: Apache-2.0
// What the registers of every node must hold after a run, counted from the hops that the links
// showed: the report compares all of them, node by node.
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

/// What the trace shows of a node; -1 where it shows nothing.
struct Seen {
  std::int64_t hops = -1, last_hop = -1, busy = -1;
  std::int64_t deliveries = -1, last_delivery = -1, last_add = -1, transit_high = -1;
  std::int64_t queue_high = -1, waiting_high = -1, up_high = -1, down_high = -1, places_high = -1;
};

/// What a node's register of this name must hold, if the trace tells.
std::optional<std::int64_t> register_value(const Seen& seen, std::string_view name);

class Recount {
 public:
  /// `logp`: run by the interfaces of LogP machines. References must outlive the recount.
  Recount(const Topology& topology, const Collective& collective, Timing timing, bool logp);

  /// All hops of the next cycle: valid links; start-ups, additions and takings from queues, too.
  void step(std::span<const Hop> hops);

  /// A line each for the first few nodes whose registers differ. Marks of queues are compared with
  /// the judge's figures of the same trace (Judge::State::switches) and with the `places` that it
  /// takes, switch by switch, unless messages were lost.
  [[nodiscard]] std::vector<std::string> differences(const Readings& result,
                                                     const std::vector<LevelQueues>& queues,
                                                     const std::vector<std::uint32_t>& places,
                                                     bool lost) const;
  /// What is expected of one node, marks of queues as in differences().
  [[nodiscard]] Seen expected(NodeId node, const std::vector<LevelQueues>& queues,
                              const std::vector<std::uint32_t>& places) const;
  /// What has been counted where not all hops were seen, and to add what was there of other hops;
  /// words that mean nothing elsewhere. Complete are nodes that one of the counts has seen all of.
  [[nodiscard]] std::vector<std::uint64_t> counts() const;
  void add_part(std::span<const std::uint64_t> counts);
  [[nodiscard]] Seen expected_of_crossbar() const {
    return {.hops = passed_, .transit_high = most_coming_};
  }

 private:
  // LogP: the last cycles in transit of messages from a node, of those to it, line by line, and of
  // those that it has not taken, if the machine is buffered.
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
  const Cycle receives_in_;  // LogP: from the end of the transit until a message is delivered
  const bool delivers_;      // nodes count what they deliver
  const bool everything_;    // that is all that comes: it is copied or combined on its way
  const MessageEnds ends_;
  const std::uint64_t numbers_;
  std::vector<Seen> nodes_;
  std::vector<Lines> lines_;
  std::int64_t passed_ = 0;       // flits through the crossbar
  std::int64_t most_coming_ = 0;  // in transit on one line to a node
};

}  // namespace romcast
