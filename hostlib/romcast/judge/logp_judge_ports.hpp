// SPDX-License-Identifier: Apache-2.0
// Tracks when the processors of a LogP machine are busy, and the messages in transit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/judge/judge_findings.hpp"

namespace romcast {

/// Times of LogP machines count from 0 and can exceed the largest Cycle.
using LogpTime = std::uint64_t;

/// The cycle that ends at a time. Throws InputError if the time is too late for a Cycle.
Cycle cycle_of(LogpTime time);

/// A message in flight.
struct LogpSend {
  LogpTime time = 0;  ///< when its send begins
  NodeId from = 0;
  NodeId to = 0;
  MessageId message = 0;
  bool held = true;  ///< false: Holdings::send() refused the message, so nothing arrives
};

/// Checks gaps, overheads and capacity or, for machines with several ports, that no processor sends
/// or receives more messages at a time than it has ports. Calls come in the order in which sends,
/// receptions and additions begin.
class LogpPorts {
 public:
  /// `adds`: after every reception the processor spends a cycle adding the received value. `ports`:
  /// ports of a processor; more than one requires overhead 0 and gap 1.
  LogpPorts(const Topology& topology, const Collective& collective, std::uint32_t ports,
            Timing timing, bool adds, Findings& findings);

  void send(const LogpSend& sent);
  /// Checks a message's reception, which begins at sent.time + overhead + latency.
  void receive(const LogpSend& sent);
  void add(LogpTime time, NodeId processor, std::uint32_t count);
  /// The message is no longer in transit.
  void leave(const LogpSend& sent) { --out_[sent.from], --in_[sent.to]; }

 private:
  struct Processor {
    LogpTime next_send = 0, next_receive = 0;  // earliest legal starts
    LogpTime busy_until = 0;
    bool adding = false;  // busy by an add(), not by a send or a reception
  };
  // Messages that a processor with several ports sends, or receives, at one time.
  struct AtOnce {
    LogpTime time = ~LogpTime{0};
    std::uint32_t count = 0;
  };
  void use_port(const LogpSend& sent, NodeId processor, LogpTime time, AtOnce& at_once,
                const char* does);
  [[nodiscard]] std::string what(const LogpSend& sent) const;
  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }
  void check_capacity(const LogpSend& sent, NodeId processor, std::uint32_t in_transit,
                      const char* direction);

  // Occupies a processor for `cycles` from time `begin` on; returns true if the processor was still
  // busy at `begin`. Does nothing and returns false if `cycles` is 0.
  static bool occupy(Processor& processor, LogpTime begin, LogpTime cycles, bool adding);

  const Topology& topology_;
  const Collective& collective_;
  const std::uint32_t ports_;
  const Timing timing_;
  const bool adds_;
  Findings& findings_;
  std::vector<Processor> processors_;
  std::vector<AtOnce> sends_, receptions_;  // empty for one port
  std::vector<std::uint32_t> out_, in_;     // messages in transit from and to a processor
};

}  // namespace romcast
