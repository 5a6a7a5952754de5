// SPDX-License-Identifier: Apache-2.0
// Broadcasts of k items that meet the bound of KSSS, Theorem 3.1, for every k > k*: a steady state
// that repeats after some items, and a tail in which the source sends the last k* items several
// times. Items and times are counted from the beginning of the tail, so one pattern serves every k:
// for fewer items the first ones are left out, for more items the steady state lasts longer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast::logp {

/// A pattern for postal machines (o = 0, g = 1), with N = P-1 receivers 0 .. N-1. Items are counted
/// from the first one of the tail, 0; those of the steady state are negative. Before the time
/// items() - repeated, the source sends item x only at time x; from then on it may send and repeat
/// any item of the tail.
struct TailPattern {
  std::uint32_t latency = 1, receivers = 1;
  std::uint32_t period = 1;    ///< items after which the steady state repeats
  std::uint32_t repeated = 0;  ///< k*
  /// Entry (x modulo `period`) * receivers + q: cycles from the source's first send of item x to
  /// the send that brings item x to receiver q.
  std::vector<std::uint8_t> steady{};
  /// Entry x * receivers + q: the time at which the tail's item x is sent to receiver q.
  std::vector<std::uint8_t> last{};
  [[nodiscard]] std::uint32_t items() const {
    return static_cast<std::uint32_t>(last.size() / receivers);
  }
};

/// The pattern of a table (tail_tables.cpp); empty for most machines.
std::optional<TailPattern> known_tail(std::uint32_t latency, std::uint32_t receivers);

/// Searches for a pattern with a solver while `go_on` returns true; empty if none is found.
std::optional<TailPattern> search_tail(std::uint32_t latency, std::uint32_t receivers,
                                       const std::function<bool()>& go_on);

/// The size of a pattern for N receivers of a postal machine. At most f_t receivers can have an
/// item t cycles after the first receiver has the item. `horizon`: B = B(N), the least t with
/// f_t >= N. `repeated`: k* = floor((f_0 + .. + f_(B-1)) / N).
struct TailSize {
  std::uint32_t horizon = 0, repeated = 0;
};
TailSize tail_size(std::uint32_t latency, std::uint32_t receivers);

/// The sends of a pattern. Processors are counted from the source, 0.
class TailSends {
 public:
  struct Send {
    NodeId from = 0, to = 0;
    std::int64_t item = 0;  ///< in steady_: the item less the time
  };
  /// Finds a sender for each reception. Throws std::logic_error if a reception finds no sender.
  explicit TailSends(const TailPattern& pattern);

  /// The sends that begin at `time` <= last(); times and items are counted as in the pattern.
  /// The reference is valid until the next call.
  const std::vector<Send>& at(std::int64_t time);
  [[nodiscard]] std::int64_t items() const { return items_; }
  /// The last time with a send.
  [[nodiscard]] std::int64_t last() const { return static_cast<std::int64_t>(tail_.size()) - 1; }

 private:
  std::int64_t items_ = 0;
  std::vector<std::vector<Send>> steady_;  // by time modulo the period
  std::vector<std::vector<Send>> tail_;    // by time
  std::vector<Send> now_;
};

}  // namespace romcast::logp
