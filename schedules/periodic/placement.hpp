// SPDX-License-Identifier: Apache-2.0
// The search for periodic schedules: each word gets a start and a path so that no resource carries
// more words than its capacity in any cycle modulo the period.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast::periodic {

/// The channels of a network and the resources for which words compete. In symmetric schedules
/// channels share resources.
struct Paths {
  struct Arc {
    NodeId to = 0;
    ChannelId channel = 0;
    std::uint32_t resource = 0;
  };
  std::vector<std::vector<Arc>> arcs;   ///< by node
  std::vector<char> forwards;           ///< by node: 1 if words may pass through it
  std::vector<std::uint32_t> capacity;  ///< by resource: words per cycle
};

/// A hop of a word in a cycle of its frame, counted from 0; the cycle may lie after the end of the
/// frame.
struct PlacedHop {
  Cycle cycle = 0;
  ChannelId channel = 0;
};
using Placed = std::vector<PlacedHop>;

/// A word of a frame, from a node to others. Its first hop is in one of the cycles [earliest,
/// earliest + window) of the frame, counted from 0 modulo the period. `waiting`, if less than
/// Terms::waiting, replaces it for this word. `kept`: the hops of a word that must not move; empty
/// for other words.
struct Word {
  NodeId from = 0;
  std::vector<NodeId> to{};
  Cycle earliest = 0;
  Cycle window = kNone;
  Cycle waiting = kNone;
  Placed kept{};
};

struct Terms {
  Cycle period = 1;
  Cycle waiting = 0;    ///< most cycles that a word may wait on its path
  bool repeats = true;  ///< false: a single frame, which ends within `period`
};

/// A local search: moves a word that conflicts with others to the start and path with the least sum
/// of weighted conflicts, and increases the weights of conflicts that remain (Morris 1993,
/// breakout).
class Placement {
 public:
  /// `fixed`: hops of other words, which stay in their cycles. `paths` and `words` must outlive
  /// this object. Throws InputError if a word has no path.
  Placement(const Paths& paths, const std::vector<Word>& words, Terms terms, unsigned seed,
            const std::vector<Placed>& fixed = {});

  /// Searches until no conflict is left and returns true. Returns false once go_on() returns false,
  /// or if the period of a single frame is too short for the longest path that a word may take.
  bool solve(const std::function<bool()>& go_on);
  /// The hops of each word, in order of time.
  [[nodiscard]] const std::vector<Placed>& placed() const { return placed_; }

 private:
  // A node that a word can reach `offset` cycles after the word's start. The hops from this state
  // are in Options::arcs, at the indices [first_arc, first_arc + arcs).
  struct State {
    NodeId node = 0;
    std::uint32_t offset = 0;
    std::uint32_t first_arc = 0, arcs = 0;
  };
  struct StateArc {
    std::uint32_t to = 0;      // index of a state
    std::uint32_t offset = 0;  // cycle of the hop, counted from the word's start
    std::uint32_t resource = 0;
    ChannelId channel = 0;
  };
  // All paths that a word may take; the states are in order of their offsets.
  struct Options {
    std::vector<State> states;
    std::vector<StateArc> arcs;
    std::uint32_t longest = 0;  // most cycles from start to last arrival
  };

  [[nodiscard]] Options options_of(const Word& word) const;
  void measure();
  [[nodiscard]] std::size_t cell(std::uint32_t resource, Cycle cycle) const {
    return std::size_t{resource} * terms_.period + cycle % terms_.period;
  }
  void put(std::uint32_t word);
  void take(std::uint32_t word);
  void occupy(std::size_t cell, std::uint32_t word);
  void vacate(std::size_t cell, std::uint32_t word);
  void refresh(std::size_t cell);
  std::uint64_t place_best(std::uint32_t word);
  std::uint64_t evaluate(std::uint32_t word, Cycle start, std::uint64_t best);
  std::uint64_t extend(std::uint32_t word, NodeId to, Cycle start, std::uint64_t best);
  void keep_tree(std::uint32_t word, Cycle start);

  const Paths& paths_;
  const std::vector<Word>& words_;
  const Terms terms_;
  std::minstd_rand random_;
  // from_[origin][v]: hops of a shortest path from origin to v; to_[end][v]: from v to end.
  std::vector<std::vector<std::uint16_t>> from_, to_;
  std::vector<Options> options_;
  std::vector<Placed> placed_;
  std::vector<std::vector<std::uint32_t>> occupants_;  // by cell: words
  std::vector<std::uint32_t> weight_, over_by_one_;    // by cell
  std::vector<std::uint32_t> fixed_;                   // by cell: words of `fixed`
  // The cells over capacity; by cell: its index in crowded_, or kNone.
  std::vector<std::uint32_t> crowded_, crowded_at_;
  std::vector<std::uint32_t> resource_of_;  // by channel
  // State of evaluate().
  std::vector<std::uint64_t> cost_;
  std::vector<std::uint32_t> came_by_, came_from_;  // by state: last arc, and state before it
  std::vector<std::uint32_t> tree_state_;           // by node: its state in the tree
  std::vector<std::uint32_t> tree_, best_tree_;     // arcs
};

}  // namespace romcast::periodic
