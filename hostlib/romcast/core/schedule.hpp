// SPDX-License-Identifier: Apache-2.0
// The central type: a schedule is hops in cycle order. Plans and traces are schedules; the judge
// reads them, the ROM compiler compiles them, the co-simulation is compared with them hop by hop.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// Kinds of hops.
enum class HopKind : std::uint8_t {
  message,     ///< a message crosses a link
  startup,     ///< a link begins the start-up of a packet, whose messages follow (Timing)
  computation  ///< a processor computes
};

/// Message numbers are below kMostMessages. kAdd in place of a message marks a computation,
/// kStartup a start-up, so that hops of all kinds have 16 bytes; Hop::kind() distinguishes them.
inline constexpr MessageId kMostMessages = kNone - 2;
inline constexpr MessageId kAdd = kNone - 2;
inline constexpr MessageId kStartup = kNone - 1;

/// This message crosses this directed link in this cycle: it is sent and received in the cycle, and
/// can be forwarded from the next cycle on. (`cycle` is the send's first cycle on LogP machines and
/// on links with times. On buffered LogP machines, a hop from a processor to itself takes a message
/// from the processor's queue.)
struct Hop {
  Cycle cycle = 0;
  LinkId link = 0;
  MessageId message = 0;
  /// The receiver of a message on a crossbar (Topology::crossbar); kNone on other networks, where
  /// the link implies the receiver. In a computation, its `count`.
  NodeId to = kNone;

  /// A link begins the start-up of a packet in this cycle.
  static constexpr Hop startup(Cycle cycle, LinkId link) { return {cycle, link, kStartup}; }
  /// A processor adds `count` of its own operands, one per cycle from this cycle on (the first
  /// operand costs nothing, because the processor holds it from the start); in an exchange the
  /// processor computes for `count` cycles.
  static constexpr Hop computation(Cycle cycle, NodeId processor, std::uint32_t count) {
    return {cycle, processor, kAdd, count};
  }
  [[nodiscard]] constexpr HopKind kind() const {
    return message == kStartup ? HopKind::startup
           : message == kAdd   ? HopKind::computation
                               : HopKind::message;
  }
  [[nodiscard]] constexpr bool starts() const { return message == kStartup; }
  [[nodiscard]] constexpr bool computes() const { return message == kAdd; }
  bool operator==(const Hop&) const = default;
};

/// A periodic schedule: the hops are those of one frame, and a new frame begins every `cycles`
/// cycles. Hops later than cycle `cycles` overlap the next frames.
struct Period {
  Cycle cycles = 0;
  Cycle waiting = 0;  ///< cycles that a word may wait in each node on its path
  bool operator==(const Period&) const = default;
};

/// Hops in cycle order, read one cycle at a time. Derived classes may compute the hops on demand,
/// so that 10^8 hops need no memory.
class Schedule {
 public:
  virtual ~Schedule() = default;
  /// Replaces `hops` by all hops of the next cycle that has hops, in any order; returns false at
  /// the end.
  virtual bool next(std::vector<Hop>& hops) = 0;
};

/// Opens a fresh pass over a schedule; each call starts again at cycle 1.
using OpenSchedule = std::function<std::unique_ptr<Schedule>()>;

/// Opens a pass over only the hops that owned nodes send or receive, in cycle order; skips cycles
/// without such hops. `here`: owned nodes, one flag per node; empty stands for all nodes.
using OpenPart = std::function<std::unique_ptr<Schedule>(const std::vector<char>& here)>;

/// A schedule held in memory. `hops` need not be sorted.
OpenSchedule stored_schedule(std::vector<Hop> hops);
/// All hops of a schedule, in its order.
std::vector<Hop> all_hops(const OpenSchedule& schedule);

class Topology;
/// Checks a schedule while it is read: a pass throws InputError at the first hop whose link,
/// processor or receiver `network` does not have, or whose cycle is out of order. `network` must
/// outlive the result and its passes. Throws InputError if `schedule` is empty.
OpenSchedule checked_schedule(const Topology& network, OpenSchedule schedule);

/// Knowledge about a schedule beyond its hops, by type: local rules that produce it, a symmetric
/// program, ... Producers attach a hint; consumers look it up by type.
class Hints {
 public:
  template <class T>
  Hints& add(std::shared_ptr<const T> hint) {
    hints_[typeid(T)] = std::move(hint);
    return *this;
  }
  /// Returns nullptr if there is no such hint.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> find() const {
    const auto found = hints_.find(typeid(T));
    if (found == hints_.end()) return nullptr;
    return std::static_pointer_cast<const T>(found->second);
  }

 private:
  std::map<std::type_index, std::shared_ptr<const void>> hints_;
};

/// Hints with a single entry.
template <class T>
Hints hint(T value) {
  return Hints().add(std::make_shared<const T>(std::move(value)));
}
template <class T>
Hints hint(std::shared_ptr<const T> value) {
  return Hints().add(std::move(value));
}

/// An idle stretch that a schedule omits, so that the schedule's cycle numbers fit a Cycle.
struct LeftOut {
  std::uint64_t at = 0;  ///< when the stretch was omitted, in the time without stretches
  std::uint64_t cycles = 0;
};

/// Converts an instant of the time without `stretches` into real time.
inline std::uint64_t in_full(std::uint64_t instant, const std::vector<LeftOut>& stretches) {
  std::uint64_t time = instant;
  for (const LeftOut& stretch : stretches) time += stretch.at <= instant ? stretch.cycles : 0;
  return time;
}

}  // namespace romcast
