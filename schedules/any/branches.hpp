// SPDX-License-Identifier: Apache-2.0
// Lists, cycle by cycle, the hops of messages on chosen trees, the most urgent hops first.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A hop of a message's tree.
struct Branch {
  ChannelId channel = 0;
  MessageId message = 0;
  std::uint32_t below = 0;          ///< hops of the longest path from its receiver on
  std::int64_t urgency = 0;         ///< larger goes first; ties: larger `below` first
  std::vector<std::size_t> next{};  ///< branches that become ready after it
};

/// The most branches that are listed; they take about a gigabyte.
inline constexpr std::uint64_t kMostBranches = 10'000'000;

struct Branches {
  std::vector<Branch> all{};
  std::vector<std::size_t> first{};  ///< branches that start at the origins
};

/// Hops in order of their cycles; empty if the schedule would take more than `most` cycles.
Hops list_branches(const Task& task, const Branches& branches, Cycle most = kNone);

}  // namespace romcast::any
