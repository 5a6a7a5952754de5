// SPDX-License-Identifier: Apache-2.0
// Frames: the words of a collective, placed in the slots of a period or of a single run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "schedules/periodic/placement.hpp"
#include "schedules/periodic/reductions.hpp"

namespace romcast::periodic {

/// The placement problem of a collective. If all nodes of a Cayley graph do the same, a word of
/// node 0 stands for its translations to all nodes, and all links of one generator are one resource
/// (Paths).
class Frame {
 public:
  /// The frame of all words. Requires multi-port nodes and links that take one cycle. Messages may
  /// be combined only by reductions of CollectiveKind::exchange. The references must outlive the
  /// frame. `kept`: words whose slots are given; nullptr if there are no such words.
  static Frame whole(const Topology& topology, const Collective& collective,
                     const KeptWords* kept = nullptr);
  /// The frame of the words of node 0, for alltoalls and allgathers on a Cayley graph (without or
  /// with tiles) that has one link per channel; nothing for other collectives and networks.
  static std::optional<Frame> node_invariant(const Topology& topology,
                                             const Collective& collective);

  [[nodiscard]] const Paths& paths() const { return paths_; }
  /// The words, without regard to bounds on latency.
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  /// The words of a frame of `period` cycles. A word of a flow with a bound on latency waits at
  /// most `waiting` cycles, less if the bound demands it; if the flow has several words, each has
  /// a window for its start, at random cycles that `seed` determines. Throws like check_latency().
  [[nodiscard]] std::vector<Word> words(Cycle period, Cycle waiting, unsigned seed) const;
  /// Throws InputError if a flow's bound on latency cannot be met in a frame of `period` cycles;
  /// the error names the flow and its best latency.
  void check_latency(Cycle period) const;
  /// The longest period that all bounds on latency allow; kNone if no flow has a bound.
  [[nodiscard]] Cycle longest_period() const;
  /// The hops of all nodes. Frames that repeat are shifted in time so that a single frame ends as
  /// early as possible, unless they have kept words or reductions.
  [[nodiscard]] std::vector<Hop> hops(const std::vector<Placed>& placed, Terms terms) const;
  [[nodiscard]] bool symmetric() const { return symmetric_; }
  /// nullptr: no words are combined.
  [[nodiscard]] const Reductions* reductions() const {
    return reductions_ ? &*reductions_ : nullptr;
  }

 private:
  Frame(const Topology& topology, const Collective& collective)
      : topology_(&topology), collective_(&collective) {}
  [[nodiscard]] std::uint64_t least_latency(const Flow& flow, Cycle period) const;
  [[nodiscard]] Cycle path_of(const Flow& flow) const;
  void add_paths(const std::function<std::uint32_t(const Channel&)>& resource);
  [[nodiscard]] NodeId moved(NodeId node, NodeId by) const;
  [[nodiscard]] MessageId message_of(std::size_t word, NodeId by) const;

  const Topology* topology_;
  const Collective* collective_;
  Paths paths_;
  std::vector<Word> words_;
  // The message of each word in words_, then the message of each word of a reduction.
  std::vector<MessageId> messages_;
  bool symmetric_ = false, keeps_ = false;
  std::optional<Reductions> reductions_;
};

}  // namespace romcast::periodic
