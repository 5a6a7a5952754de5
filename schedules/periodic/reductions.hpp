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
  /// A fabric takes a source's word 1 or 2 slots after the cycle in which the source begins. If the
  /// fabric runs a second table, with the same schedule one slot later, it takes the word 2 or 3
  /// slots after that cycle. The slots 1, 2 and 3 after that cycle must be in one frame, for all
  /// sources of a result. Therefore each source begins in one of the cycles -1 .. period -
  /// kEntrySlots - 2, where cycle -1 is the last cycle of the frame before.
  static constexpr Cycle kEntrySlots = 2;
  static constexpr Cycle kLeastPeriod = kEntrySlots + 1;

  /// `words`: for each word, its reduction. `network` and the flows must outlive this object.
  /// Throws InputError if a reduction has no tree; the error names the reduction.
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
