// SPDX-License-Identifier: Apache-2.0
// Chains of broadcasting black boxes (Bar-Noy & Ho 1999, section 4, "Rotation").
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "schedules/complete/box.hpp"

namespace romcast::complete {

using ChainShape = std::vector<BoxShape>;

/// The chain of Proposition 8: repeatedly the largest special box that fits, until the remaining
/// processors form a nice box or are fewer than 2k; these, if any remain, are the last box.
ChainShape literal_chain(std::uint32_t n, std::uint32_t k);
/// The chain that delivers every message in the fewest rounds; its last box may be k trees of any
/// size.
ChainShape best_chain(std::uint32_t n, std::uint32_t k);

/// A single nice or special box, then one processor that gets the messages that the box passes on;
/// empty if no box of this kind has n-2 processors.
ChainShape box_alone(BoxShape::Kind kind, std::uint32_t n, std::uint32_t k);

/// Rounds until all processors know a message, from the round in which the message leaves the
/// broadcaster.
unsigned chain_time(const ChainShape& chain, std::uint32_t k);
/// Rounds until all processors know all m messages. In each round the broadcaster sends a group of
/// k messages, one per input. If the last group is smaller and has no message for an input, the
/// last message of this input is in the group before.
std::uint64_t chain_rounds(const ChainShape& chain, const Size& size);

/// Rounds of a message from its first send to its last reception, for the slowest of m messages.
std::uint64_t chain_item_delay(const ChainShape& chain, const Size& size);

/// If the option `box` selects a kind of box, box_alone() for this kind, empty if no such box fits;
/// else best_chain() if `algorithm` is rotation-best, and literal_chain() if it is rotation.
ChainShape rotation_chain(std::string_view algorithm, const Problem& problem);

Plan chain_plan(const Problem& problem, const ChainShape& chain);

/// E.g. "special(2,3) + nice(2)".
std::string describe(const ChainShape& chain);

}  // namespace romcast::complete
