// SPDX-License-Identifier: Apache-2.0
// The implementation of a Judge: one class per kind of machine.
#pragma once

#include "romcast/judge/judge.hpp"

namespace romcast {

class Judge::State {
 public:
  State() = default;
  virtual ~State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  virtual void step(std::span<const Hop> hops) = 0;
  virtual Verdict finish() = 0;
  /// After finish(): queue figures of each node from the topology's first switch on;
  /// Verdict::levels holds the maxima of each level. Returns no figures for LogP machines and where
  /// nodes combine (Collective::by_nodes).
  [[nodiscard]] virtual std::vector<LevelQueues> switches() const { return {}; }
  /// Sets the last cycle of the whole schedule; called before finish(), only if the judge sees only
  /// some of the hops.
  virtual void end(Cycle /*last*/) {}
};

/// Makes the judge of a kind of machine; arguments as Judge's. `here`: empty if all nodes are
/// owned; else one flag per node, set if the node is owned, which requires judges_parts(). A judge
/// of owned nodes must see all hops from and to them, in order, and may see others. It judges each
/// owned node as the judge of all nodes would, as long as no judge finds a violation. The judge of
/// the sender counts a hop, the judge of the receiver its delivery. A lost message is reported by
/// neither; it shows as deliveries below the expected number.
std::unique_ptr<Judge::State> make_judge_state(const Topology& topology,
                                               const Collective& collective, Ports ports,
                                               std::optional<QueueLimit> limit, Timing timing,
                                               const std::vector<char>& here = {});
/// Throws InputError unless the network has these ports.
void check_ports(const Topology& topology, Ports ports);
/// Throws InputError unless the network has the collective's processors, and these ports.
void check_fit(const Topology& topology, const Collective& collective, Ports ports);
/// True if nodes can be judged separately: messages move unchanged, and not over a crossbar.
bool judges_parts(const Topology& topology, const Collective& collective);
/// Adds `part`, the verdict on other nodes, to `verdict`: sums the counts of hops, deliveries and
/// violations, keeps the larger cycles and queue figures, omits the descriptions of violations.
void add_part(const Verdict& part, Verdict& verdict);

}  // namespace romcast
