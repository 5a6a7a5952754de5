// SPDX-License-Identifier: Apache-2.0
// Tracks the messages that the processors of a crossbar hold, as sends and receptions come in order
// of time.
#pragma once

#include <memory>

#include "romcast/judge/logp_judge_ports.hpp"

namespace romcast {

class Holdings {
 public:
  Holdings() = default;
  virtual ~Holdings() = default;
  Holdings(const Holdings&) = delete;
  Holdings& operator=(const Holdings&) = delete;

  /// Returns false, and reports a violation, if the sender does not have the message or must not
  /// send it.
  virtual bool send(const LogpSend& sent) = 0;
  /// Gives the receiver a message, which it can use from the end of `cycle` on. Unless messages
  /// wait in queues (Timing::buffered), calls come in the order of the sends.
  virtual void receive(const LogpSend& sent, Cycle cycle) = 0;
  /// A processor begins to add `count` operands of its own (summations) or to compute for `count`
  /// cycles (exchanges).
  virtual void add(LogpTime /*time*/, NodeId /*processor*/, std::uint32_t /*count*/) {}
  /// Called after the last arrival; reports missing messages as violations of this cycle.
  virtual void finish(Cycle cycle) = 0;
};

/// For collectives whose messages move unchanged.
std::unique_ptr<Holdings> make_moving_holdings(const Topology& topology,
                                               const Collective& collective, Findings& findings);
/// For collectives that combine.
std::unique_ptr<Holdings> make_combining_holdings(const Topology& topology,
                                                  const Collective& collective, Findings& findings);

}  // namespace romcast
