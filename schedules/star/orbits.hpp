// SPDX-License-Identifier: Apache-2.0
// Uses all ports at once by symmetry: rotating the dimensions 2..n by one step, 2 -> 3 -> .. -> n
// -> 2, maps the star graph onto itself, so n-1 messages whose destinations are rotations of each
// other (an orbit) travel in lockstep, each along a different dimension at any time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "schedules/star/star.hpp"

namespace romcast::star {

/// A message crosses the dimension in this turn, counted from 0.
struct TurnHop {
  unsigned turn = 0, dimension = 2;
};

/// A message that every node sends, and its path.
struct Traveller {
  RelativeMessage message;
  std::vector<TurnHop> path;
};

/// The image of a dimension when the dimensions 2..`symbols` are rotated by `by` steps.
unsigned turned(unsigned dimension, unsigned by, unsigned symbols);
/// The image of a relative destination under the same rotation.
Permutation turned(Permutation destination, unsigned by, unsigned symbols);

/// The path of a message in turns: in each turn the message crosses the dimension of the turn (2,
/// 3, .., n, 2, .., rotated by `by`) if that brings it nearer. This is a shortest path.
std::vector<TurnHop> path_in_turns(Permutation destination, unsigned by, unsigned symbols);

struct Orbits {
  /// The messages that travel in lockstep: each group of n-1 consecutive travellers uses all ports
  /// equally in every turn. With several messages per destination (--messages), the messages of an
  /// orbit of fewer than n-1 destinations also form such groups.
  std::vector<Traveller> full;
  /// The messages of smaller orbits that fill no such group.
  std::vector<RelativeMessage> rest;
};
Orbits orbits_of(const Problem& problem);

/// How many travellers cross each dimension in each turn.
class TurnLoads {
 public:
  explicit TurnLoads(const Problem& problem);
  void add(const std::vector<TurnHop>& path);
  void remove(const std::vector<TurnHop>& path);
  /// Sum of the cycles of all turns; a turn lasts as long as the packets of its busiest dimension.
  [[nodiscard]] std::uint64_t cycles() const;
  /// Cycles that a path would add.
  [[nodiscard]] std::uint64_t added_by(const std::vector<TurnHop>& path) const;

 private:
  [[nodiscard]] std::uint64_t cycles_of(std::uint32_t messages) const;
  [[nodiscard]] std::uint32_t& load(TurnHop hop);
  [[nodiscard]] std::uint32_t most(unsigned turn) const;

  Timing timing_;
  std::uint32_t cap_;
  unsigned ports_;
  std::vector<std::uint32_t> loads_;  // by turn * ports + dimension - 2
};

/// The messages of `rest` with paths in the turns of `travellers`. The dimensions of each path are
/// rotated so that the path adds few cycles to these turns.
std::vector<Traveller> fit_into_turns(const Problem& problem,
                                      const std::vector<Traveller>& travellers,
                                      const std::vector<RelativeMessage>& rest);

std::uint64_t cycles_of(const Problem& problem, const std::vector<Traveller>& travellers);
/// A program of turns; each turn starts when the previous one has ended.
std::shared_ptr<const RelativeProgram> program_of(const Problem& problem,
                                                  const std::vector<Traveller>& travellers);

}  // namespace romcast::star
