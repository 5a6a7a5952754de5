// SPDX-License-Identifier: Apache-2.0
// Forests, the rate that they reach, and the cut that proves an upper bound of every schedule's
// rate.
#pragma once

#include "schedules/any/growing.hpp"

namespace romcast::any {

struct Grown {
  Hops hops{};               ///< empty: no trees were found
  Rate rate{};               ///< rate.bound is set if the worst cut was found, even without trees
  std::uint64_t cycles = 0;  ///< lower bound by the worst cut; 0: the cut was not found
  std::string note{};
};

/// The hops along a forest, and the rate, of a multi-port, full-duplex broadcast or allgather.
/// Throws std::logic_error if the check of the cut fails.
Grown forest(const Task& task, SwitchKind switches, const Ordering& ordering);

/// The numbers of ForestColl: k trees from each sender; each tree carries 1 / U messages per cycle,
/// with U = u_over / u_under.
struct TreeCount {
  std::int64_t u_over = 0, u_under = 1, k = 0;
};
TreeCount tree_count(const bounds::SpreadGraph& graph, const bounds::WorstCut& cut);

/// The rate that the hops reach: collective.messages() messages in as many cycles as the busiest
/// channel needs for its hops.
Rate::Ratio reached_rate(const Task& task, const Hops& hops);

/// The rate that the hops of an allreduce reach, with allreduce_bound() as the upper bound.
Rate allreduce_rate(const Task& task, const Hops& hops);

}  // namespace romcast::any
