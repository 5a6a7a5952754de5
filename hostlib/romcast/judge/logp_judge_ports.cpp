// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/logp_judge_ports.hpp"

#include <fmt/format.h>

#include <utility>

#include "romcast/core/error.hpp"

namespace romcast {

Cycle cycle_of(LogpTime time) {
  if (time <= kNone) return static_cast<Cycle>(time);
  throw InputError(
      fmt::format("the schedule goes on until cycle {} at least, but at most {} can be counted; "
                  "send and compute earlier",
                  time, kNone));
}

LogpPorts::LogpPorts(const Topology& topology, const Collective& collective, std::uint32_t ports,
                     Timing timing, bool adds, Findings& findings)
    : topology_(topology),
      collective_(collective),
      ports_(ports),
      timing_(timing),
      adds_(adds),
      findings_(findings),
      processors_(topology.processors()),
      sends_(ports > 1 ? topology.processors() : 0),
      receptions_(sends_.size()),
      out_(topology.processors(), 0),
      in_(topology.processors(), 0) {}

bool LogpPorts::occupy(Processor& processor, LogpTime begin, LogpTime cycles, bool adding) {
  if (cycles == 0) return false;
  const bool was_busy = begin < processor.busy_until;
  if (begin + cycles > processor.busy_until) {
    processor.busy_until = begin + cycles;
    processor.adding = adding;
  }
  return was_busy;
}

void LogpPorts::use_port(const LogpSend& sent, NodeId processor, LogpTime time, AtOnce& at_once,
                         const char* does) {
  if (std::exchange(at_once.time, time) != time) at_once.count = 0;
  if (++at_once.count <= ports_) return;
  const bool sends = processor == sent.from;
  findings_.report(cycle_of(sends ? time + 1 : time), ViolationKind::port_used_twice, [&] {
    return fmt::format("{} {} {} {} {} at time {}, its number {} at this time; it has {} ports",
                       name(processor), does, what(sent), sends ? "to" : "from",
                       name(sends ? sent.to : sent.from), time, at_once.count, ports_);
  });
}

// Machines with several ports have g = 1: a port that begins at most one send per cycle has at most
// the allowed L messages in transit. So only the number of a processor's sends at one time is
// checked.
void LogpPorts::send(const LogpSend& sent) {
  if (ports_ > 1) {
    ++out_[sent.from], ++in_[sent.to];
    return use_port(sent, sent.from, sent.time, sends_[sent.from], "sends");
  }
  Processor& sender = processors_[sent.from];
  const Cycle cycle = cycle_of(sent.time + 1);
  const LogpTime next = std::exchange(sender.next_send, sent.time + timing_.spacing());
  const LogpTime busy = sender.busy_until;
  const bool adding = sender.adding;
  const bool was_busy = occupy(sender, sent.time, timing_.overhead, false);
  if (sent.time < next) {
    findings_.report(cycle, ViolationKind::gap_too_short, [&] {
      return fmt::format(
          "{} sends {} to {} at time {}, {} after its last send; it must wait for {}",
          name(sent.from), what(sent), name(sent.to), sent.time,
          sent.time + timing_.spacing() - next, timing_.spacing());
    });
  } else if (was_busy) {
    findings_.report(
        cycle, adding ? ViolationKind::processor_busy : ViolationKind::overheads_overlap, [&] {
          return fmt::format("{} sends {} to {} at time {} but is busy until time {}",
                             name(sent.from), what(sent), name(sent.to), sent.time, busy);
        });
  }
  check_capacity(sent, sent.from, ++out_[sent.from], "from");
  // Any number of messages may be in transit to a queue: the proof that Karp et al. (1993) sketch
  // for their Theorem 3.8 requires this.
  const std::uint32_t coming = ++in_[sent.to];
  if (!timing_.buffered) check_capacity(sent, sent.to, coming, "to");
}

void LogpPorts::check_capacity(const LogpSend& sent, NodeId processor, std::uint32_t in_transit,
                               const char* direction) {
  if (in_transit <= timing_.most_in_transit()) return;
  findings_.report(cycle_of(sent.time + 1), ViolationKind::capacity_exceeded, [&] {
    return fmt::format("{} messages are in transit {} {} when {} sends {} at time {}; at most {}",
                       in_transit, direction, name(processor), name(sent.from), what(sent),
                       sent.time, timing_.most_in_transit());
  });
}

void LogpPorts::receive(const LogpSend& sent) {
  Processor& receiver = processors_[sent.to];
  const LogpTime time = sent.time + timing_.overhead + timing_.latency;
  if (ports_ > 1) return use_port(sent, sent.to, time, receptions_[sent.to], "receives");
  const Cycle cycle = cycle_of(time + timing_.overhead);
  const LogpTime next = std::exchange(receiver.next_receive, time + timing_.spacing());
  const LogpTime busy = receiver.busy_until;
  const bool adding = receiver.adding;
  const bool was_busy = occupy(receiver, time, timing_.overhead + (adds_ ? 1 : 0), false);
  if (time < next) {
    findings_.report(cycle, ViolationKind::gap_too_short, [&] {
      return fmt::format(
          "{} receives {} from {} at time {}, {} after its last reception; it must wait for {}",
          name(sent.to), what(sent), name(sent.from), time, time + timing_.spacing() - next,
          timing_.spacing());
    });
  } else if (was_busy) {
    findings_.report(
        cycle, adding ? ViolationKind::processor_busy : ViolationKind::overheads_overlap, [&] {
          return fmt::format("{} receives {} from {} at time {} but is busy until time {}",
                             name(sent.to), what(sent), name(sent.from), time, busy);
        });
  }
}

void LogpPorts::add(LogpTime time, NodeId processor, std::uint32_t count) {
  const LogpTime busy = processors_[processor].busy_until;
  if (!occupy(processors_[processor], time, count, true)) return;
  findings_.report(cycle_of(time + 1), ViolationKind::processor_busy, [&] {
    return fmt::format("{} {} at time {} but is busy until time {}", name(processor),
                       adds_ ? "adds operands of its own" : "computes", time, busy);
  });
}

std::string LogpPorts::what(const LogpSend& sent) const {
  const bool numbered = sent.message < collective_.message_numbers();
  return "message " +
         (numbered ? collective_.message_name(sent.message) : std::to_string(sent.message));
}

}  // namespace romcast
