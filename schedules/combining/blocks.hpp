// SPDX-License-Identifier: Apache-2.0
// Shared parts of collectives that combine value by value on fully connected machines: blocks of
// values, the processors that take part where a power of two is needed, and steps over both.
#pragma once

#include <functional>
#include <vector>

#include "schedules/logp/steps.hpp"

namespace romcast::combining {

/// The values of a reduce-scatter by their destinations, those of an allreduce in blocks as equal
/// as possible.
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

/// Q = 2^k <= P members; of 2 (P - Q) first processors the odd ones are members through the one
/// before them.
class Members {
 public:
  explicit Members(std::size_t processors);
  [[nodiscard]] NodeId count() const { return count_; }
  [[nodiscard]] unsigned doublings() const { return doublings_; }
  /// P - Q: pairs of processors that are one member.
  [[nodiscard]] NodeId pairs() const { return pairs_; }
  /// kNone: the odd one of a pair.
  [[nodiscard]] NodeId member(NodeId processor) const;
  [[nodiscard]] NodeId processor(NodeId member) const {
    return member < pairs_ ? 2 * member : member + pairs_;
  }

 private:
  NodeId count_, pairs_;
  unsigned doublings_;
};

/// A step: what each processor sends, in order; `sends` is the most of a processor.
struct Step {
  std::uint64_t sends = 0;
  std::function<logp::StepSend(std::uint64_t k, NodeId from)> send{};
};
logp::Steps in_steps(std::vector<Step> steps);

/// Nothing (more) to send.
inline constexpr logp::StepSend kNoSend{kNone, 0};

/// The odd ones of pairs give all values to the even ones; and the even ones give them back.
Step fold(const Members& members, std::uint64_t values);
Step unfold(const Members& members, std::uint64_t values);

/// Recursive halving: after the steps a member has combined the block with its number. Exchanges
/// with the members 1, 2, 4, .. away, so that what is combined are members in a row.
std::vector<Step> halving(const Members& members, const Blocks& blocks);
/// And its reverse: every member's own block comes to all.
std::vector<Step> doubling(const Members& members, const Blocks& blocks);

/// An allreduce or reduce-scatter step by step, for all L, o and g.
Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<logp::Steps(const Problem&)> steps_of, const std::string& formula);

}  // namespace romcast::combining
