// SPDX-License-Identifier: Apache-2.0
// The sends and the arrivals of every cycle of a schedule. On links with a time of one cycle both
// are the same hops; on slower links messages arrive in a later cycle.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Items in flight on links that take several cycles, in the order of their arrivals.
template <class Item>
class InFlight {
 public:
  /// Adds an item that arrives at the end of cycle `end`.
  void put(Cycle end, Item item) { items_[end].push_back(std::move(item)); }
  /// Removes all items that arrive up to the end of cycle `last`; calls land(cycle, items) for each
  /// cycle of arrival.
  template <class Land>
  void land(Cycle last, Land land) {
    while (!items_.empty() && items_.begin()->first <= last) {
      const auto cycle = items_.extract(items_.begin());
      land(cycle.key(), cycle.mapped());
    }
  }

 private:
  std::map<Cycle, std::vector<Item>> items_;
};

/// The cycle at whose end a hop arrives: hop.cycle + time.delay() - 1, where `time` is that of the
/// hop's link. Throws InputError if this cycle exceeds the range of Cycle.
Cycle arrival_of(const Topology& topology, const Hop& hop);

class Crossings {
 public:
  /// The topology must outlive this object.
  explicit Crossings(const Topology& topology) : topology_(topology) {}

  /// Takes all hops of the next cycle that has hops. Calls see(sends, arrivals) in cycle order: for
  /// each earlier cycle in which hops in flight arrive, then for the cycle of `hops`. Hop::cycle
  /// of an arrival is the cycle in which the hop ends, not the one in which the hop began.
  template <class See>
  void step(std::span<const Hop> hops, See see) {
    if (!topology_.timed() || hops.empty()) return see(hops, hops);
    const Cycle cycle = hops.front().cycle;
    land(cycle - 1, see);
    for (const Hop& hop : hops) {
      const Cycle end = arrival_of(topology_, hop);
      in_flight_.put(end, {end, hop.link, hop.message, hop.to});
    }
    bool seen = false;
    in_flight_.land(cycle, [&](Cycle, const std::vector<Hop>& arrivals) {
      see(hops, std::span<const Hop>(arrivals));
      seen = true;
    });
    if (!seen) see(hops, std::span<const Hop>());
  }
  /// After the last step: calls see(no sends, arrivals) for each cycle in which hops in flight end.
  template <class See>
  void finish(See see) {
    land(kNone, see);
  }

 private:
  template <class See>
  void land(Cycle last, See see) {
    in_flight_.land(last, [&](Cycle, const std::vector<Hop>& arrivals) {
      see(std::span<const Hop>(), std::span<const Hop>(arrivals));
    });
  }

  const Topology& topology_;
  InFlight<Hop> in_flight_{};
};

}  // namespace romcast
