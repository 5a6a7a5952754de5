// SPDX-License-Identifier: Apache-2.0
// LogP machines (Karp, Sahay, Santos & Schauser 1993, "KSSS"): P processors, latency L, overhead o
// and gap g in cycles. Times count from 0; a send that begins at time s is a hop of cycle s+1, and
// its message can be used from time s + L + 2o on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::logp {

inline constexpr const char* kPaper = "Karp, Sahay, Santos & Schauser 1993";

struct Machine {
  std::uint64_t processors = 2;
  Timing timing{};
  /// Shortest time between the starts of two sends of a processor (KSSS assume g >= o).
  [[nodiscard]] std::uint64_t spacing() const { return timing.spacing(); }
  /// The time from the start of a send until its message can be used.
  [[nodiscard]] std::uint64_t reach() const { return timing.delay(); }
  /// L and o as 64-bit numbers, for sums of times.
  [[nodiscard]] std::uint64_t latency() const { return timing.latency; }
  [[nodiscard]] std::uint64_t overhead() const { return timing.overhead; }
  /// o = 0, g = 1: the machine of KSSS section 3.
  [[nodiscard]] bool postal() const { return timing.overhead == 0 && timing.gap <= 1; }
};
Machine machine_of(const Problem& problem);

/// P(0), P(1), ..: P(t) is the number of processors that can have the item of a broadcast at time t
/// (Definition 2.2). The last element is machine.processors: the first P(t) that is not below this
/// number, cut to it. If o = 0 and g = 1, P(t) before the cut is f_t (fibonacci()).
std::vector<std::uint64_t> reached(const Machine& machine);

/// B(P): the least time of a broadcast of one item (Definition 2.1).
std::uint64_t broadcast_time(const Machine& machine);

/// A lower bound of the time of a broadcast of k items: Theorem 3.1 with the number of sends
/// corrected. In S = max(g,o) cycles a processor begins at most one send and one reception. So by
/// time s at most min(P(s), P-1) + min(P(s-S), P-1) + min(P(s-2S), P-1) + .. sends can have begun,
/// and k(P-1) sends are needed.
std::uint64_t fewest_cycles(const Machine& machine, std::uint64_t items);

/// Theorem 3.1 as printed, for k items, o = 0, g = 1: B(P-1) + L + (k-1) - k* cycles. This is too
/// high for some k <= k*. Here k* is (f_0 + .. + f_n) / (P-1), rounded down; f_n < P-1 <= f_{n+1}.
struct PrintedBound {
  std::uint64_t cycles = 0;
  std::uint64_t endgame = 0;  ///< k*
};
PrintedBound printed_bound(const Machine& machine, std::uint64_t items);

/// Sets the lower bound of a broadcast.
void add_broadcast_bound(const Problem& problem, Theory& theory);

/// Sets the lower bound of an allgather, alltoall, reduce-scatter or allreduce. On average a
/// processor sends and receives M(P-1) messages, M = problem.collective.messages(); in an allreduce
/// 2M(P-1)/P, because combining a value takes P-1 messages and distributing the result P-1 more.
/// Sends are max(g,o) apart, and each reception and each send keeps the processor busy for o. If
/// overheads of sends and receptions would collide, the bound also counts the cycles that separate
/// the overheads, but not for an allreduce. The bound of an allreduce is at least that of a
/// broadcast of M items.
void add_exchange_bound(const Problem& problem, Theory& theory);

/// Throws InputError if a run has more cycles than a Cycle can number, kNone.
void check_cycles(std::uint64_t cycles, const Problem& problem);

/// Reason why an algorithm that combines only one value of each processor cannot solve the problem;
/// empty if each processor has one value.
std::string refuse_several_values(const Problem& problem);

/// An algorithm for fully connected machines; the caller sets the remaining fields.
Algorithm logp_algorithm(const char* name, CollectiveKind collective);

}  // namespace romcast::logp
