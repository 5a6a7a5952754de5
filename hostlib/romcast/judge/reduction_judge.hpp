// SPDX-License-Identifier: Apache-2.0
// Judges reductions, collectives of flows whose words nodes combine on the way: follows every word,
// with the set of processors whose words it contains, through the operators of the nodes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// Cycles from the arrival of two words at an operator until their combination can leave.
inline constexpr Cycle kCombining = 2;

/// In this cycle two words are in a node that combines them; they could leave it in this cycle.
struct Meeting {
  NodeId node = 0;
  Cycle cycle = 0;
};

/// The movements of a message of a reduction.
struct ReductionTrace {
  std::vector<Meeting> meetings{};
  /// Cycles of hops; a node that forwards has no hop for its own word and for its result, which
  /// count as hops from and to an endpoint beside it would.
  Cycle first = 0, last = 0;
  std::uint64_t delivered = 0;  ///< destinations that received the complete result
};

/// Follows the hops of a message, which must be in order of their cycles; reports violations.
/// A node that forwards does not delay words. The only word of a message in a node leaves in the
/// cycle after it came, or is the result at a destination; two words in a cycle are combined. A
/// node that forwards adds its own word as soon as that meets a single word that does not leave, or
/// sends its own word if there is no other.
ReductionTrace follow_reduction(const Topology& topology, const Collective& collective,
                                MessageId message, std::span<const Hop> hops, Findings& findings);

/// The flows that are no reductions.
Collective without_reductions(const Collective& collective);
/// A judge of all flows. `others`: that of without_reductions(collective).
std::unique_ptr<Judge::State> make_reduction_judge(const Topology& topology,
                                                   const Collective& collective,
                                                   std::unique_ptr<Judge::State> others);

}  // namespace romcast
