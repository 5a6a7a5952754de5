// SPDX-License-Identifier: Apache-2.0
// Forests with the rate that they reach, and the cut that proves that no rate is higher.
#pragma once

#include "schedules/any/growing.hpp"

namespace romcast::any {

struct Grown {
  Hops hops{};               ///< empty: no trees were found
  Rate rate{};               ///< the bound is there even if no trees were found
  std::uint64_t cycles = 0;  ///< that the cut forces
  std::string note{};
};

/// All ports, full-duplex; broadcast or allgather. Throws std::logic_error
/// if the certificate does not check.
Grown forest(const Task& task, SwitchKind switches, const Ordering& ordering);

/// The numbers of ForestColl: k trees from each processor, each at rate 1 / U of a link's unit.
struct TreeCount {
  std::int64_t u_over = 0, u_under = 1, k = 0;
};
TreeCount tree_count(const bounds::SpreadGraph& graph, const bounds::WorstCut& cut);

/// M messages of each in as many cycles as the busiest link needs.
Rate::Ratio reached_rate(const Task& task, const Hops& hops);

/// The rate of an allreduce of M values, and the bound by the hops that they take at least.
Rate allreduce_rate(const Task& task, const Hops& hops);

}  // namespace romcast::any
