// SPDX-License-Identifier: Apache-2.0
// Shared parts of collectives that combine value by value on fully connected machines: blocks of
// values, members that stand for one or two processors each, and steps in which members exchange
// blocks.
#pragma once

#include <functional>
#include <vector>

#include "schedules/logp/steps.hpp"

namespace romcast::combining {

/// Divides the values into `count` blocks: one block per destination for a reduce-scatter, blocks
/// as equal as possible for an allreduce.
class Blocks {
 public:
  Blocks(const Collective& collective, NodeId count)
      : values_(collective.values()), count_(count) {}
  [[nodiscard]] NodeId count() const { return count_; }
  [[nodiscard]] MessageId begin(NodeId block) const {
    return static_cast<MessageId>(block * values_ / count_);
  }
  [[nodiscard]] std::uint64_t size(NodeId block) const { return begin(block + 1) - begin(block); }
  [[nodiscard]] std::uint64_t largest() const { return (values_ + count_ - 1) / count_; }

 private:
  std::uint64_t values_;
  NodeId count_;
};

/// The Q members, where Q is the largest power of two that is at most the number P of processors.
/// Among the first 2 (P - Q) processors, each odd processor takes part through the even processor
/// before it.
class Members {
 public:
  explicit Members(std::size_t processors);
  [[nodiscard]] NodeId count() const { return count_; }
  [[nodiscard]] unsigned doublings() const { return doublings_; }
  /// P - Q, the number of pairs of processors that form one member.
  [[nodiscard]] NodeId pairs() const { return pairs_; }
  /// The number of the member that the processor represents; kNone for the odd processor of a pair.
  [[nodiscard]] NodeId member(NodeId processor) const;
  [[nodiscard]] NodeId processor(NodeId member) const {
    return member < pairs_ ? 2 * member : member + pairs_;
  }

 private:
  NodeId count_, pairs_;
  unsigned doublings_;
};

/// One step: send(k, from) returns send number k = 0, 1, .. of the processor `from`, or kNoSend
/// after its last one. No processor makes more than `sends` sends.
struct Step {
  std::uint64_t sends = 0;
  std::function<logp::StepSend(std::uint64_t k, NodeId from)> send{};
};
logp::Steps in_steps(std::vector<Step> steps);

/// The processor has nothing (more) to send.
inline constexpr logp::StepSend kNoSend{kNone, 0};

/// fold: the odd processors of the pairs give all values to the even ones. unfold: the even ones
/// give the results back.
Step fold(const Members& members, std::uint64_t values);
Step unfold(const Members& members, std::uint64_t values);

/// Recursive halving: after the steps each member has the combined values of the block whose number
/// is the member's. A member exchanges with the members 1, 2, 4, .. away, so a combined value
/// always covers consecutive members.
std::vector<Step> halving(const Members& members, const Blocks& blocks);
/// The reverse of halving: the block of every member reaches all members.
std::vector<Step> doubling(const Members& members, const Blocks& blocks);

/// An allreduce or reduce-scatter step by step, for all L, o and g.
Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<logp::Steps(const Problem&)> steps_of, const std::string& formula);

}  // namespace romcast::combining
