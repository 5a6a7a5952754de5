// SPDX-License-Identifier: Apache-2.0
// Judges reductions, flows whose words the nodes combine on their path. Follows every word, with
// the set of processors whose words it contains, through the operators of the nodes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// Cycles from a Meeting of two words to the first cycle in which their combination can leave.
inline constexpr Cycle kCombining = 2;

/// Two words meet in a node that combines them; `cycle` is the first cycle in which each word could
/// have left if the other word had not come.
struct Meeting {
  NodeId node = 0;
  Cycle cycle = 0;
};

/// The movements of a message of a reduction.
struct ReductionTrace {
  std::vector<Meeting> meetings{};
  /// Cycles of the first and the last hop; 0: none. At a node that forwards, no hop brings the
  /// node's own word or takes the result out of the network. Instead, the own word counts for
  /// `first` in the cycle in which the node sends or combines the word, and the result counts for
  /// `last` in the last cycle before the result could leave.
  Cycle first = 0, last = 0;
  std::uint64_t delivered = 0;  ///< destinations that received the complete result
};

/// Follows `hops`, all hops of a message in order of their cycles; reports violations. A node that
/// forwards does not delay words. Two words that arrive in the same cycle are combined. A word that
/// arrives alone leaves in the next cycle, with two exceptions: the word may be the result at a
/// destination, or the node combines the arrived word with the node's own word. The own word is
/// used in the first cycle in which the node sends although no other word can leave, or does not
/// send although exactly one other word can leave; that word is then combined with the own word.
ReductionTrace follow_reduction(const Topology& topology, const Collective& collective,
                                MessageId message, std::span<const Hop> hops, Findings& findings);

/// The collective without its reductions.
Collective without_reductions(const Collective& collective);
/// A judge of all flows. `others`: the judge of without_reductions(collective).
std::unique_ptr<Judge::State> make_reduction_judge(const Topology& topology,
                                                   const Collective& collective,
                                                   std::unique_ptr<Judge::State> others);

}  // namespace romcast
