// SPDX-License-Identifier: Apache-2.0
// The judge of LogP machines (Karp, Sahay, Santos & Schauser 1993), with latency L, overhead o and
// gap g. On crossbars with the default timing (L = g = 1, o = 0) this judge also judges all
// exchanges and all collectives whose endpoints combine.
//
// Times count from 0: a Hop of cycle c is a message whose send begins at time s = c-1. Its sender
// is busy during [s, s+o), the message is in transit during [s+o, s+o+L), its receiver is busy
// during [s+o+L, s+2o+L), and from then on the message can be used: sent on in hops of cycle
// s+2o+L+1 or later. A violation by a reception is reported in cycle s+2o+L. The judge enforces the
// rules of the machine: sends of a processor begin at least max(g, o) apart, receptions
// likewise; a processor does one thing at a time; at most ceil(L/g) messages are in transit from a
// processor, and at most as many to a processor.
//
// Machines with k ports have o = 0 and g = 1 (Bar-Noy & Ho 1999 call them k-port postal): at any
// time a processor begins at most k sends and at most k receptions.
//
// Buffered machines (Karp et al., Theorem 3.8; o = 0, g = 1): a message that arrives at time s+L
// waits in the queue of its receiver until the receiver takes the message, at a time u >= s+L, by
// a Hop of cycle u from the receiver to itself. A receiver takes at most one message at a time. The
// message can be sent on in hops of cycle u+1 or later. Any number of messages may be in transit to
// a processor, but at most two may arrive in its queue at a time.
//
// Collectives that combine: a message stands for the values that its sender has combined so far,
// tracked as a set of processors; messages from number Collective::values on leave out the sender's
// own value. Combining costs no time, except in a summation: there an addition occupies the cycle
// after the reception. A Hop::computation of cycle c with count n begins at time c-1: in a
// summation the processor adds n of its own operands, one per cycle; in an exchange the processor
// computes for n cycles.
#pragma once

#include <memory>

#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// Makes the judge. Throws InputError unless the network is a crossbar, L and g are 1 or more, and
/// `timing` is rounds(); also if machines with several ports or buffered machines have o > 0, g > 1
/// or a collective that combines, and if a buffered machine has several ports. `limit`: depth of
/// the queues of buffered machines; ignored for other machines.
std::unique_ptr<Judge::State> make_logp_judge(const Topology& topology,
                                              const Collective& collective, Ports ports,
                                              std::optional<QueueLimit> limit, Timing timing);

}  // namespace romcast
