// SPDX-License-Identifier: Apache-2.0
// The judge of a reduce, allreduce or reduce-scatter whose nodes combine on the path
// (Collective::by_nodes), on any network of links. Message m is the combination of the m-th
// values, one per processor, that have reached the message's sender so far. Combining costs no
// time: a value that arrives in a cycle is part of the messages sent in the next one. A complete
// result replaces a partial one. In a reduce each node sends a value once, after all its
// contributions have arrived, and the sink sends none. Switches combine, too; processors that do
// not forward send either their own values alone or complete results. Switches that relay
// (Collective::switches_relay) hold only the last arrival of each value.
#pragma once

#include <memory>

#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// The links may have times (Topology::timed). Throws InputError if the network is a crossbar or
/// the timing is not plain().
std::unique_ptr<Judge::State> make_reduce_judge(const Topology& topology,
                                                const Collective& collective, Ports ports,
                                                Timing timing);

}  // namespace romcast
