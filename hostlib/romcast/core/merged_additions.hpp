// SPDX-License-Identifier: Apache-2.0
// Merges consecutive additions of a processor into one hop, the inverse of unit_additions.hpp, so
// that a plan and its trace become equal.
#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "romcast/core/schedule.hpp"

namespace romcast {

class MergedAdditions {
 public:
  /// Takes the next hops, in cycle order, and replaces `ready` by the held and new hops before the
  /// first incomplete addition, in unchanged order. An addition is complete if the last hop of
  /// `hops` begins later than in the cycle that directly follows the addition.
  void take(std::span<const Hop> hops, std::vector<Hop>& ready);
  /// At the end: replaces `ready` by the remaining hops.
  void finish(std::vector<Hop>& ready);

 private:
  std::deque<Hop> held_;
  std::size_t released_ = 0;                               // number of hops that left held_
  std::unordered_map<LinkId, std::size_t> last_addition_;  // by processor: index among all hops
};

}  // namespace romcast
