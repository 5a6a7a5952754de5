// SPDX-License-Identifier: Apache-2.0
// Checks certificates of rates: a cut that messages must enter, or lengths of links. The bounds are
// computed from the network, the collective and the certificate alone; the only code shared with
// the planners that find certificates is channel_rates().
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// A lower bound of the cycles: M * cycles / messages, in lowest terms. M is the number of messages
/// of each sender (broadcast, allgather) or of each pair (alltoall), the number of values of an
/// allreduce, and 1 for an exchange.
struct RateBound {
  std::uint64_t cycles = 0, messages = 0;
  bool operator==(const RateBound&) const = default;
};

/// The bound that a set of nodes proves for a broadcast or allgather: messages from outside must
/// enter the set. `receives[v]`: node v as a receiver is in the set; `sends[v]`: node v as a sender
/// is in the set. `receives` and `sends` may differ only at nodes that do not forward. Nothing if
/// `receives` and `sends` differ at other nodes, if the size of `receives` or of `sends` is not the
/// number of nodes, if the collective is neither a broadcast nor an allgather, if no message must
/// enter the set, or if no link enters the set.
std::optional<RateBound> cut_bound(const Topology& topology, const Collective& collective,
                                   const std::vector<bool>& receives,
                                   const std::vector<bool>& sends);

/// An allreduce of one value of each of n processors takes at least 2(n-1) hops, which combine the
/// values and bring the result back (Harary & Schwenk 1974). The bound is this number divided by
/// the hops that all links can carry in a cycle.
RateBound allreduce_bound(const Topology& topology);

/// The bound that lengths prove if each message has one destination. `lengths`: by channel, the
/// length of the channel's links. No schedule takes fewer cycles than the sum of the lengths of the
/// messages' shortest paths, divided by the sum of the lengths of all links, each multiplied by the
/// messages that the link carries per cycle (Shahrokhi & Matula 1990). Counts one message of each
/// pair, but all messages of an exchange. Nothing if the collective is a multicast, if the lengths
/// are not as many as the channels, if a sum is 0, if a length exceeds 2^40, if a path is missing,
/// or if a term of the ratio exceeds 64 bits.
std::optional<RateBound> length_bound(const Topology& topology, const Collective& collective,
                                      const std::vector<std::uint64_t>& lengths);

/// A lower bound of the cycles for all messages, with `lengths` as in length_bound(); nothing if
/// length_bound() returns nothing. A link counts only in the cycles in which a message can already
/// have reached it and can still reach a receiver in time. The bound is at least M (see RateBound)
/// times the ratio of length_bound().
std::optional<std::uint64_t> length_cycles(const Topology& topology, const Collective& collective,
                                           const std::vector<std::uint64_t>& lengths);

}  // namespace romcast
