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
};

/// The judge of a kind of machine; arguments as Judge's.
std::unique_ptr<Judge::State> make_judge_state(const Topology& topology,
                                               const Collective& collective, Ports ports,
                                               std::optional<QueueLimit> limit, Timing timing);

}  // namespace romcast
