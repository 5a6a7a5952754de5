// SPDX-License-Identifier: Apache-2.0
// Which node holds which message at this point of a schedule, in two ways: messages with one
// destination move from node to node, messages with many destinations spread.
#pragma once

#include <memory>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge_findings.hpp"

namespace romcast {

class Holders {
 public:
  virtual ~Holders() = default;
  /// A node sends a message: false if it does not hold it. `came_by` becomes the channel by which a
  /// switch got it, if the holders were asked to note it.
  virtual bool send(MessageId message, NodeId from, ChannelId& came_by) = 0;
  /// Copied collectives: a processor that sends this message now makes it from its own copy, it
  /// does not pass it on.
  [[nodiscard]] virtual bool makes(MessageId /*message*/, NodeId /*from*/) const { return false; }
  /// A node gets a message that is not delivered there.
  virtual void arrive(MessageId message, NodeId at, ChannelId by) = 0;
  /// A processor gets a message that it wants: false if it had it already.
  virtual bool deliver(MessageId message, NodeId processor) = 0;
  [[nodiscard]] virtual bool delivered(MessageId message, NodeId processor) const = 0;
};

/// `note_inputs`: remember by which channel each message came into a switch.
std::unique_ptr<Holders> make_holders(const Topology& topology, const Collective& collective,
                                      bool note_inputs);

/// Reports in this cycle what was never delivered: describes the first pairs, counts all. A message
/// and a processor that wants it make a pair.
void report_lost(const Topology& topology, const Collective& collective, const Holders& holders,
                 Cycle cycle, Findings& findings);

}  // namespace romcast
