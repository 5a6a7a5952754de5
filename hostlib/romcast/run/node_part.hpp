// SPDX-License-Identifier: Apache-2.0
// The owned nodes of one of several ranks, and their hops in a plan and in a trace.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ranks/cut.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

class NodePart {
 public:
  NodePart(const Topology& topology, Cut cut, unsigned rank);

  [[nodiscard]] const Cut& cut() const { return cut_; }
  /// Owned nodes, one flag per node.
  [[nodiscard]] const std::vector<char>& here() const { return here_; }
  /// True if the rank owns any node: there may be more ranks than nodes.
  [[nodiscard]] bool any() const { return cut_.sizes[rank_] > 0; }
  /// True if this rank owns the link's sender; invalid links count as owned.
  [[nodiscard]] bool sent_here(LinkId link) const {
    return link >= ends_.size() || (ends_[link] & kFrom) != 0;
  }
  /// Replaces `some` by the hops that owned nodes send or receive.
  void choose(std::span<const Hop> hops, std::vector<Hop>& some) const;

 private:
  static constexpr unsigned char kFrom = 1, kTo = 2;
  Cut cut_;
  unsigned rank_;
  std::vector<char> here_;
  std::vector<unsigned char> ends_;  // by link: which ends are owned
};

/// The part of this rank; nullptr if the nodes of this problem cannot be judged separately.
std::shared_ptr<const NodePart> part_of(const Problem& problem, const Ranks& ranks);

/// Owned nodes, one flag per node; empty, which means all nodes, if `part` is nullptr.
inline std::vector<char> nodes_here(const NodePart* part) {
  return part != nullptr ? part->here() : std::vector<char>();
}

/// The plan's hops that nodes of `part` send or receive; the schedule keeps `part` alive.
OpenSchedule schedule_of(const Plan& plan, std::shared_ptr<const NodePart> part);

/// Serialises a verdict for other ranks, with the number of violations instead of their texts.
std::string verdict_text(const Verdict& verdict);
/// Adds the verdict of another rank to `verdict`.
void add_verdict_text(std::string text, Verdict& verdict);
/// text_of() serialises 64-bit numbers for other ranks, words_of() parses them.
std::string text_of(std::span<const std::uint64_t> words);
std::vector<std::uint64_t> words_of(const std::string& text);
/// text_of() serialises hops for other ranks, append_hops() parses them. same_on_all() sends
/// kHopsInText hops at a time.
inline constexpr std::size_t kHopsInText = std::size_t{1} << 22;
std::string text_of(std::span<const Hop> hops);
void append_hops(const std::string& text, std::vector<Hop>& hops);
/// True if there are no violations, and all messages are delivered.
[[nodiscard]] inline bool flawless(const Verdict& verdict) {
  return verdict.violation_count == 0 && verdict.delivered == verdict.expected;
}

}  // namespace romcast
