// SPDX-License-Identifier: Apache-2.0
// The hops of messages whose trees are chosen, cycle by cycle, the most urgent one first.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A hop of a message's tree.
struct Branch {
  ChannelId channel = 0;
  MessageId message = 0;
  std::uint32_t below = 0;          ///< hops of the longest path that goes on from its end
  std::int64_t urgency = 0;         ///< larger: earlier; among equals those with more below
  std::vector<std::size_t> next{};  ///< branches that can be taken when this one has been
};

/// More would take too much memory, about a gigabyte.
inline constexpr std::uint64_t kMostBranches = 10'000'000;

struct Branches {
  std::vector<Branch> all{};
  std::vector<std::size_t> first{};  ///< those that start at the origins of their messages
};

/// Hops in order of their cycles; empty if they would take more than `most` cycles.
Hops list_branches(const Task& task, const Branches& branches, Cycle most = kNone);

}  // namespace romcast::any
