// SPDX-License-Identifier: Apache-2.0
// The judge of a reduce, allreduce or reduce-scatter whose nodes combine on the way
// (Collective::by_nodes), on any network of links: message m is all that its sender has combined so
// far of the processors' m-th values. Combining takes no time: what arrives in a cycle is in what
// is sent in the next one; what is combined of all processors takes the place of what is there. In
// a reduce a node sends a value once, when all that belongs to it has arrived, and the sink sends
// none. Switches combine, too; processors that forward nothing send their own values alone, or what
// is combined of all.
#pragma once

#include <memory>

#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// For networks of links whose hops take one cycle.
std::unique_ptr<Judge::State> make_reduce_judge(const Topology& topology,
                                                const Collective& collective, Ports ports,
                                                Timing timing);

}  // namespace romcast
