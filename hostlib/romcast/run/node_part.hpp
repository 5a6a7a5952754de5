// SPDX-License-Identifier: Apache-2.0
// What one of several ranks judges of a plan and of a trace: the hops of the nodes that it runs.
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
  /// By node: it is here.
  [[nodiscard]] const std::vector<char>& here() const { return here_; }
  /// Some nodes are here: there may be more ranks than nodes.
  [[nodiscard]] bool any() const { return cut_.sizes[rank_] > 0; }
  /// The sender is here; what goes along a link that does not exist is sent here.
  [[nodiscard]] bool sent_here(LinkId link) const {
    return link >= ends_.size() || (ends_[link] & kFrom) != 0;
  }
  /// Puts those hops that are sent or received here into `some`, instead of what is in it.
  void choose(std::span<const Hop> hops, std::vector<Hop>& some) const;

 private:
  static constexpr unsigned char kFrom = 1, kTo = 2;
  Cut cut_;
  unsigned rank_;
  std::vector<char> here_;
  std::vector<unsigned char> ends_;  // by link: which of them are here
};

/// The part of this rank; nullptr if the nodes of this machine cannot be judged apart.
std::shared_ptr<const NodePart> part_of(const Problem& problem, const Ranks& ranks);

/// By node: it is in the part; empty, which stands for all nodes, where there is none.
inline std::vector<char> nodes_here(const NodePart* part) {
  return part != nullptr ? part->here() : std::vector<char>();
}

/// The hops of a part of a plan; `part` is kept.
OpenSchedule schedule_of(const Plan& plan, std::shared_ptr<const NodePart> part);

/// Numbers of a verdict, as one rank tells them to the others; violations are only counted.
std::string verdict_text(const Verdict& verdict);
/// Adds that of another rank to `verdict`.
void add_verdict_text(std::string text, Verdict& verdict);
/// Words as they are told to others, and back.
std::string text_of(std::span<const std::uint64_t> words);
std::vector<std::uint64_t> words_of(const std::string& text);
/// Hops as they are told to others, so many at a time, and back.
inline constexpr std::size_t kHopsInText = std::size_t{1} << 22;
std::string text_of(std::span<const Hop> hops);
void append_hops(const std::string& text, std::vector<Hop>& hops);
/// Nothing is wrong, and all is delivered.
[[nodiscard]] inline bool flawless(const Verdict& verdict) {
  return verdict.violation_count == 0 && verdict.delivered == verdict.expected;
}

}  // namespace romcast
