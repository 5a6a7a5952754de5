// SPDX-License-Identifier: Apache-2.0
// What the processors of a LogP machine are busy with, and what is in transit between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/judge/judge_findings.hpp"

namespace romcast {

/// Times of LogP machines count from 0 and can pass the last cycle.
using LogpTime = std::uint64_t;

/// The cycle of a time. Throws InputError if it has none: a verdict could not tell it.
Cycle cycle_of(LogpTime time);

/// A message on its way.
struct LogpSend {
  LogpTime time = 0;  ///< when its send begins
  NodeId from = 0;
  NodeId to = 0;
  MessageId message = 0;
  bool held = true;  ///< false: its sender does not have it, so nothing arrives
};

/// Checks gaps, overheads and capacity. Calls come in order of time, begins of sends, receptions
/// and additions alike.
class LogpPorts {
 public:
  /// `adds`: every reception is followed by a cycle in which what came is added.
  LogpPorts(const Topology& topology, const Collective& collective, Timing timing, bool adds,
            Findings& findings);

  void send(const LogpSend& sent);
  /// The reception of what was sent then begins.
  void receive(const LogpSend& sent);
  void add(LogpTime time, NodeId processor, std::uint32_t count);
  /// No longer in transit.
  void leave(const LogpSend& sent) { --out_[sent.from], --in_[sent.to]; }

 private:
  struct Processor {
    LogpTime next_send = 0, next_receive = 0;  // earliest begins
    LogpTime busy_until = 0;
    bool adding = false;  // is what it is busy with
  };
  [[nodiscard]] std::string what(const LogpSend& sent) const;
  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }
  void check_capacity(const LogpSend& sent, NodeId processor, std::uint32_t in_transit,
                      const char* direction);

  // Makes a processor busy; true if it was.
  static bool occupy(Processor& processor, LogpTime begin, LogpTime cycles, bool adding);

  const Topology& topology_;
  const Collective& collective_;
  const Timing timing_;
  const bool adds_;
  Findings& findings_;
  std::vector<Processor> processors_;
  std::vector<std::uint32_t> out_, in_;  // in transit from and to a processor
};

}  // namespace romcast
