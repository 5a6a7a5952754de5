// SPDX-License-Identifier: Apache-2.0
// All ports at once by symmetry: turning the dimensions 2..n by one, 2 -> 3 -> .. -> n -> 2, maps
// the star graph onto itself, so n-1 messages whose destinations are turned copies of each other
// (an orbit) travel in lockstep, each along another dimension at any time.
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

/// An own message of every node and its path.
struct Traveller {
  RelativeMessage message;
  std::vector<TurnHop> path;
};

/// Dimension 2..n, and a destination as seen from its source, after `by` turns.
unsigned turned(unsigned dimension, unsigned by, unsigned symbols);
Permutation turned(Permutation destination, unsigned by, unsigned symbols);

/// The path of a message in turns: in each turn the message crosses the dimension of the turn (2,
/// 3, .., n, 2, .., turned by `by`) if that brings it nearer. This is a shortest path.
std::vector<TurnHop> path_in_turns(Permutation destination, unsigned by, unsigned symbols);

struct Orbits {
  /// The own messages in lockstep, n-1 travellers side by side, so that every turn uses all ports
  /// equally. Copies of a message (--messages) fill up orbits of fewer than n-1 destinations.
  std::vector<Traveller> full;
  /// The remaining messages of such orbits.
  std::vector<RelativeMessage> rest;
};
Orbits orbits_of(const Problem& problem);

/// How many travellers cross each dimension in each turn.
class TurnLoads {
 public:
  explicit TurnLoads(const Problem& problem);
  void add(const std::vector<TurnHop>& path);
  void remove(const std::vector<TurnHop>& path);
  /// Cycles of all turns: each ends when its longest packets have arrived.
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

/// Paths for the other messages. The dimensions of each path are turned so that the path adds few
/// cycles to those of the travellers.
std::vector<Traveller> fit_into_turns(const Problem& problem,
                                      const std::vector<Traveller>& travellers,
                                      const std::vector<RelativeMessage>& rest);

std::uint64_t cycles_of(const Problem& problem, const std::vector<Traveller>& travellers);
/// A program of turns; each turn starts when the previous one has ended.
std::shared_ptr<const RelativeProgram> program_of(const Problem& problem,
                                                  const std::vector<Traveller>& travellers);

}  // namespace romcast::star
