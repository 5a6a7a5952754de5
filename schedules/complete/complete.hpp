// SPDX-License-Identifier: Apache-2.0
// Shared parts of the algorithms on fully connected networks. Variables are named as in Bruck,
// Cypher & Ho (BCH) and Bar-Noy & Ho (BNH): n processors, m messages, k ports; rounds count from 0,
// and round r is cycle r+1. Processors are counted from the source, which is 0 ("the broadcaster").
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::complete {

inline constexpr const char* kFibonacciPaper = "Bruck, Cypher & Ho 1992";
inline constexpr const char* kMultiportPaper = "Bar-Noy & Ho 1999";

/// n, m and k of a problem, and the latency.
struct Size {
  std::uint32_t n = 2;
  std::uint32_t m = 1;
  std::uint32_t k = 1;
  std::uint32_t latency = 1;  ///< rounds from a send until its message can be sent on
  /// ceil(m/k), the number of rounds in which the broadcaster sends new messages.
  [[nodiscard]] std::uint64_t groups() const { return (std::uint64_t{m} + k - 1) / k; }
  /// Messages of the last group, 1..k.
  [[nodiscard]] std::uint32_t last_group() const { return (m - 1) % k + 1; }
};
Size size_of(const Problem& problem);

/// Collects the sends of one round.
class Sends {
 public:
  Sends(std::vector<Hop>& hops, Cycle cycle, NodeId source, NodeId processors)
      : hops_(hops), cycle_(cycle), source_(source), processors_(processors) {}
  void add(NodeId from, NodeId to, std::uint64_t message) {
    hops_.push_back({cycle_, actual(from), static_cast<MessageId>(message), actual(to)});
  }

 private:
  [[nodiscard]] NodeId actual(NodeId processor) const {
    const NodeId sum = processor + source_;
    return sum < processors_ ? sum : sum - processors_;
  }
  std::vector<Hop>& hops_;
  const Cycle cycle_;
  const NodeId source_, processors_;
};

/// A broadcast, a round at a time.
class Rounds {
 public:
  virtual ~Rounds() = default;
  /// Adds the sends of round r to `sends`; called for r = 0, 1, 2, ... in this order.
  virtual void next(std::uint64_t r, Sends& sends) = 0;
};
using OpenRounds = std::function<std::unique_ptr<Rounds>()>;

/// The plan of a broadcast that takes `rounds` rounds; the plan's sends come from the Rounds that
/// `open` makes. Throws InputError if `rounds` >= kNone.
Plan plan_of(const Problem& problem, std::uint64_t rounds, OpenRounds open);

/// The option `continuous` of endless broadcasts.
AlgorithmOption continuous_option();
/// True if the option `continuous` is on.
bool is_continuous(const Problem& problem);

/// A broadcast algorithm for fully connected networks; the caller sets the remaining fields.
Algorithm broadcast_algorithm(const char* name, std::vector<Ports::Kind> ports);

}  // namespace romcast::complete
