// SPDX-License-Identifier: Apache-2.0
// The judge of LogP machines (Karp, Sahay, Santos & Schauser 1993), with latency L, overhead o and
// gap g, and of all collectives that combine.
//
// Times count from 0: a Hop of cycle c is a message whose send begins at time s = c-1. Its sender
// is busy during [s, s+o), it is in transit during [s+o, s+o+L), its receiver is busy during
// [s+o+L, s+2o+L), and from then on it can be used: sent on in hops of cycle s+2o+L+1 or later. The
// violation of a reception is in cycle s+2o+L. The judge enforces the four rules of the machine:
// sends of a processor begin max(g, o) apart at least, receptions likewise; a processor does one
// thing at a time; at most ceil(L/g) messages are in transit from a processor, and to one.
//
// Buffered machines (Theorem 3.8; o = 0, g = 1): what arrives at time s+L waits in the queue of its
// receiver, which takes one message at a time u >= s+L; this is a Hop of cycle u from the receiver
// to itself. The message can be sent on in hops of cycle u+1 or later.
//
// Collectives that combine: a message stands for what its sender has combined so far, which is
// followed as a set of processors. Combining takes no time but in a summation: there it takes the
// cycle after the reception, and a computation makes its processor add that many operands of its
// own, one per cycle from time c-1 on. In an exchange it makes its processor compute for so long.
#pragma once

#include <memory>

#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// For crossbars with single ports. A limit is one of the queues of buffered machines; the others
/// have none.
std::unique_ptr<Judge::State> make_logp_judge(const Topology& topology,
                                              const Collective& collective, Ports ports,
                                              std::optional<QueueLimit> limit, Timing timing);

}  // namespace romcast
