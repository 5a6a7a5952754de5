// SPDX-License-Identifier: Apache-2.0
// What is behind a Judge: one class per kind of machine.
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
  /// After finish(), by node from the topology's first switch on: what Verdict::levels are the
  /// maxima of. Empty of LogP machines.
  [[nodiscard]] virtual std::vector<LevelQueues> switches() const { return {}; }
  /// Of a judge of some nodes, before finish(): the last cycle in which anything passes anywhere.
  virtual void end(Cycle /*last*/) {}
};

/// The judge of a kind of machine; arguments as Judge's. `here`: by node, those that it judges, if
/// judges_parts(); empty: all. Such a judge of some nodes sees all hops from them and to them, in
/// their order, and may see others. Each node is judged as it would be among all, as long as nobody
/// finds any violation. The sender's judge counts a hop, the receiver's its delivery; what never
/// comes is not missed by any of them, but by deliveries that are fewer than expected.
std::unique_ptr<Judge::State> make_judge_state(const Topology& topology,
                                               const Collective& collective, Ports ports,
                                               std::optional<QueueLimit> limit, Timing timing,
                                               const std::vector<char>& here = {});
/// The nodes of such a problem can be judged apart: messages stay what they are and cross links.
bool judges_parts(const Topology& topology, const Collective& collective);
/// Adds the verdict on other nodes to that on some: figures and numbers, and some violations.
void add_part(const Verdict& part, Verdict& verdict);

}  // namespace romcast
