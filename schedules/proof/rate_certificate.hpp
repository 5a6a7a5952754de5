// SPDX-License-Identifier: Apache-2.0
// Checks certificates of rates: a cut that messages must enter, or lengths of links. Counts from
// the network and the collective alone and shares no code with the planners that find certificates.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Cycles for M messages of each, as a ratio: at least M * cycles / messages. In lowest terms.
struct RateBound {
  std::uint64_t cycles = 0, messages = 0;
  bool operator==(const RateBound&) const = default;
};

/// Broadcast, allgather. `receives`: by node, the set that messages must enter. `sends`: the same
/// for nodes as senders; it differs only at nodes that do not forward. Nothing if the sets are no
/// cut, or if nothing must enter.
std::optional<RateBound> cut_bound(const Topology& topology, const Collective& collective,
                                   const std::vector<bool>& receives,
                                   const std::vector<bool>& sends);

/// Allreduce, of one value: 2(n-1) hops, to be combined and to come back (Harary & Schwenk 1974),
/// over all links.
RateBound allreduce_bound(const Topology& topology);

/// Messages with one destination each. `lengths`: of the links of each channel. No schedule is
/// faster than all messages times their shortest paths over the length of all links (Shahrokhi &
/// Matula 1990). Nothing if all lengths are 0, a path is missing, or the sums exceed 64 bits.
std::optional<RateBound> length_bound(const Topology& topology, const Collective& collective,
                                      const std::vector<std::uint64_t>& lengths);

/// The fewest cycles for all messages by the same lengths: nothing crosses a link before a message
/// can be there, or when it is too late to reach a processor that wants one. At least M times the
/// ratio of length_bound().
std::optional<std::uint64_t> length_cycles(const Topology& topology, const Collective& collective,
                                           const std::vector<std::uint64_t>& lengths);

}  // namespace romcast
