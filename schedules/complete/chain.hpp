// SPDX-License-Identifier: Apache-2.0
// Chains of broadcasting black boxes (Bar-Noy & Ho 1999, section 4, "Rotation").
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/box.hpp"

namespace romcast::complete {

using ChainShape = std::vector<BoxShape>;

/// BNH Proposition 8: the largest special box that fits, and so on, until the remaining processors
/// are a nice box, none or less than 2k.
ChainShape literal_chain(std::uint32_t n, std::uint32_t k);
/// A chain in which every message is known soonest; its last box may be k trees of any size.
ChainShape best_chain(std::uint32_t n, std::uint32_t k);

/// Rounds after which all know a message, from the one in which it leaves the broadcaster.
unsigned chain_time(const ChainShape& chain, std::uint32_t k);
/// Rounds of m messages: all but the last group have k messages, each as slow as its input.
std::uint64_t chain_rounds(const ChainShape& chain, const Size& size);

Plan chain_plan(const Problem& problem, const ChainShape& chain);

/// E.g. "special(2,3) + nice(2)".
std::string describe(const ChainShape& chain);

}  // namespace romcast::complete
