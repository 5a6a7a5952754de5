// SPDX-License-Identifier: Apache-2.0
// What the processors of a crossbar hold while messages are sent and received, in order of time.
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

  /// False: the sender does not have what it sends.
  virtual bool send(const LogpSend& sent) = 0;
  /// What was sent and held can be used from this cycle's end on; without queues in order of sends.
  virtual void receive(const LogpSend& sent, Cycle cycle) = 0;
  /// Summations: a processor begins to add operands of its own; exchanges: to compute.
  virtual void add(LogpTime /*time*/, NodeId /*processor*/, std::uint32_t /*count*/) {}
  /// Everything is there; reports in this cycle what is not.
  virtual void finish(Cycle cycle) = 0;
};

/// For collectives whose messages stay what they are.
std::unique_ptr<Holdings> make_moving_holdings(const Topology& topology,
                                               const Collective& collective, Findings& findings);
/// For collectives that combine.
std::unique_ptr<Holdings> make_combining_holdings(const Topology& topology,
                                                  const Collective& collective, Findings& findings);

}  // namespace romcast
