// SPDX-License-Identifier: Apache-2.0
// Lower bounds of broadcasts on fully connected networks, in integers, without rounding errors.
#pragma once

#include <cstdint>

#include "schedules/complete/complete.hpp"

namespace romcast::complete {

/// Smallest e with base^e >= value (base >= 2, value >= 1).
unsigned ceil_log(std::uint64_t base, std::uint64_t value);
/// The smaller of base^exponent and 2^63.
std::uint64_t power(std::uint64_t base, unsigned exponent);
/// The e with base^e = value, or -1.
int exact_log(std::uint64_t base, std::uint64_t value);

/// A lower bound of the number T of rounds of a broadcast: Bar-Noy & Ho 1999, Lemmas 2 and 3
/// (k = 1: Bruck, Cypher & Ho 1992, Lemma 2.1). The last new messages leave the broadcaster in
/// round ceil(m/k) at the earliest (counting from 1) and need L = ceil(log_{k+1} n) rounds, so
/// T >= ceil(m/k) + L - 1. There are at least b = (m-1) mod k + 1 of these messages, which need
/// b(n-1) receptions, but L rounds have at most (k+1)^L - 1 receptions; if these are too few, one
/// more round is needed.
///
/// If N = n-1 <= k, the second round may be unable to use all ports. After round 1 the N processors
/// have at most k messages in all, so that a processor with c of them can send at most
/// min(k, (N-1)c) in round 2: with q = floor(k/N), r = k mod N at least r(N-1-q-r) of the Nk
/// receptions of that round are lost. ceil(m/k) + 1 rounds have only k + N(k-b) receptions to
/// spare; if more receptions are lost, T >= ceil(m/k) + 2.
std::uint64_t fewest_rounds(const Size& size);
void add_lower_bound(const Problem& problem, Theory& theory);

}  // namespace romcast::complete
