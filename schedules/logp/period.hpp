// SPDX-License-Identifier: Apache-2.0
// One period of a block-cyclic schedule (KSSS, section 3.2) for L, N = P-1 receivers and horizon t,
// the time B(N) that an item needs from its first receiver, the root of its tree, to all others.
//
// The label d of a node is the time at which it has the item, counted from the root's. A node with
// s children is a block of s processors, which take turns at this node from item to item. For the
// s-1 items in between, a processor of the block is a leaf; a leaf's label is written as a letter
// v = t - label, so that 0 ("a") is received last. One processor only receives, always with the
// same letter. M. Hall's theorem (words.hpp) states that letters can be ordered within a block iff
// (t-d) + the sum of the letters is 0 modulo s. So it only remains to deal the leaves to the
// blocks.
//
// f_t is the largest N with horizon t. If N < f_t, some nodes lack their last child, the one with
// label t. Full nodes have t-d = s+L-1, nodes that lack a child have t-d = s+L.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace romcast::logp {

/// The blocks that have the same values of all members below.
struct BlockKind {
  std::uint32_t size = 1;   ///< s
  bool lacking = false;     ///< without its last child
  std::uint32_t delay = 0;  ///< cycles that its sends are late; 0 unless all children are leaves
  std::vector<std::int32_t> letters{};  ///< s-1 letters, ascending; -1 is the label t+1
  bool operator<(const BlockKind& other) const {
    return std::tie(size, lacking, delay, letters) <
           std::tie(other.size, other.lacking, other.delay, other.letters);
  }
  /// t - d
  [[nodiscard]] std::uint32_t above(std::uint32_t latency) const {
    return size + latency - 1 + (lacking ? 1 : 0);
  }
};

struct Period {
  std::map<BlockKind, std::uint64_t> blocks{};  ///< all but the root's
  std::optional<BlockKind> root{};              ///< empty for a single receiver
  std::int32_t spare = 0;                       ///< letter of the processor that only receives
};

/// Demands on a period; an empty member demands nothing. `multiple` = m: the letters of the root's
/// block sum to m*s - (L-1), or to m*s - L if that block lacks a child. `spare`: the spare letter.
struct Want {
  std::optional<std::int32_t> multiple{};
  std::optional<std::int32_t> spare{};
  bool operator==(const Want&) const = default;
  bool operator<(const Want& other) const {
    return std::tie(multiple, spare) < std::tie(other.multiple, other.spare);
  }
};

/// Limits of a search.
struct Effort {
  std::uint32_t tries = 400;
  std::uint32_t repairs = 60;
};

/// f_0 .. f_t (KSSS, Definition 2.5).
std::vector<std::uint64_t> fibonacci(std::uint32_t latency, std::uint32_t horizon);

/// Deals the leaves by random trials and repairs, from a fixed seed; N must be in f_{t-1}+1 .. f_t.
/// If `late` is 1, a block whose children are leaves may send one cycle late; if `late` is 0, no
/// block may. Empty if all tries fail.
std::optional<Period> search_period(std::uint32_t latency, std::uint64_t receivers,
                                    std::uint32_t horizon, const Want& want, std::uint32_t late,
                                    const Effort& effort);

}  // namespace romcast::logp
