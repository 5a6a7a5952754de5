// SPDX-License-Identifier: Apache-2.0
// Tracks which node holds which message while the hops of a schedule are judged. Messages with one
// destination move from node to node; messages with many destinations spread.
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
  /// A node sends a message; returns false if the node does not hold it. If the node is a switch of
  /// a network that is not direct, `came_by` becomes the channel by which the message came; for
  /// messages with many destinations this requires `note_inputs` of make_holders().
  virtual bool send(MessageId message, NodeId from, ChannelId& came_by) = 0;
  /// In networks whose processors forward: true if messages are copies (Collective::copies) and
  /// processor `from` has not received `message`, or has already passed `message` on. Unless `from`
  /// is the origin, `from` can then send `message` only by making it from the copy for `from`.
  [[nodiscard]] virtual bool makes(MessageId /*message*/, NodeId /*from*/) const { return false; }
  /// A node gets a message that is not for that node; `by`: the channel of the arrival.
  virtual void arrive(MessageId message, NodeId at, ChannelId by) = 0;
  /// A processor gets a message that it wants; returns false if the processor had it already.
  virtual bool deliver(MessageId message, NodeId processor) = 0;
  [[nodiscard]] virtual bool delivered(MessageId message, NodeId processor) const = 0;
};

/// `note_inputs`: remember the channels by which messages with many destinations entered switches.
std::unique_ptr<Holders> make_holders(const Topology& topology, const Collective& collective,
                                      bool note_inputs);

/// Reports undelivered messages as violations in this cycle: describes the first pairs of a message
/// and a processor that wants it but did not receive it; counts all such pairs.
void report_lost(const Topology& topology, const Collective& collective, const Holders& holders,
                 Cycle cycle, Findings& findings);

}  // namespace romcast
