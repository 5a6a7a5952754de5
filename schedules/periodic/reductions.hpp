// SPDX-License-Identifier: Apache-2.0
// Places the words of reductions in the slots of a period. A word's tree leads from its sources to
// a root and from the root to its destinations. A node combines two words that arrive in the same
// cycle; two cycles later their combination can leave, or meet a third word, and so on. Therefore
// the cycle in which the root completes the result determines the cycles of all hops, and no word
// waits. All sources begin their words of a result in one frame, so frames have complete results.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"
#include "schedules/periodic/placement.hpp"

namespace romcast::periodic {

class Reductions {
 public:
  /// A fabric takes a source's word 1 or 2 slots after the cycle in which the source begins or,
  /// with a second table of the same schedule a slot later, 2 or 3 slots after that cycle. All
  /// these slots must be in one frame. Therefore all sources begin in the period - kEntrySlots
  /// cycles from cycle -1 on, modulo the period.
  static constexpr Cycle kEntrySlots = 2;
  static constexpr Cycle kLeastPeriod = kEntrySlots + 1;

  /// `words`: the reduction of each word. `network` and the flows must outlive this object. Throws
  /// InputError that names a reduction without a tree.
  Reductions(const Topology& network, std::vector<const Flow*> words);

  /// A local search over trees and cycles, until no resource (ReductionResources) is used beyond
  /// its capacity in a slot. Nothing if go_on() returns false before such a placement is found. The
  /// hops of each word are in order of their cycles.
  [[nodiscard]] std::optional<std::vector<Placed>> place(Cycle period, unsigned seed,
                                                         const std::function<bool()>& go_on) const;

 private:
  const Topology* network_;
  std::vector<const Flow*> words_;
};

}  // namespace romcast::periodic
