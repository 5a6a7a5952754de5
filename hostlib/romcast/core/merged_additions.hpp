// SPDX-License-Identifier: Apache-2.0
// The same hops with additions of a processor that follow each other as one: the reverse of
// unit_additions.hpp. A plan and its trace are the same then.
#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "romcast/core/schedule.hpp"

namespace romcast {

class MergedAdditions {
 public:
  /// Takes the next hops, in cycle order, and replaces `ready` by those that are complete by now:
  /// an addition is when a later cycle than its last has come, and nothing overtakes it.
  void take(std::span<const Hop> hops, std::vector<Hop>& ready);
  /// All that is left, at the end.
  void finish(std::vector<Hop>& ready);

 private:
  std::deque<Hop> held_;
  std::size_t released_ = 0;                               // hops that have gone before held_
  std::unordered_map<LinkId, std::size_t> last_addition_;  // by link, counting all hops
};

}  // namespace romcast
