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

/// The placement problem of a collective. Where all nodes of a Cayley graph do the same, one word
/// stands for those of all nodes, and links in the same direction share a resource.
class Frame {
 public:
  /// Ports multi; messages are not combined, links take one cycle. References must outlive it.
  /// `kept`: words whose slots are given; nullptr: none.
  static Frame whole(const Topology& topology, const Collective& collective,
                     const KeptWords* kept = nullptr);
  /// Nothing unless the network, or that of its tiles, is a Cayley graph, and the collective an
  /// alltoall or an allgather.
  static std::optional<Frame> node_invariant(const Topology& topology,
                                             const Collective& collective);

  [[nodiscard]] const Paths& paths() const { return paths_; }
  /// The words, without regard to bounds on latency.
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  /// The words of a frame of `period` cycles; check_latency() as above.
  [[nodiscard]] std::vector<Word> words(Cycle period, Cycle waiting, unsigned seed) const;
  /// Throws InputError that names the flow whose bound cannot be met, and the best latency.
  void check_latency(Cycle period) const;
  /// The longest period that all bounds on latency allow; kNone if there are none.
  [[nodiscard]] Cycle longest_period() const;
  /// The hops of all nodes, moved in time such that a frame alone ends as early as possible, unless
  /// words are kept.
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
  std::vector<MessageId> messages_;  // by word, of node 0 if symmetric
  bool symmetric_ = false, keeps_ = false;
  std::optional<Reductions> reductions_;  // their messages follow those of the words
};

}  // namespace romcast::periodic
