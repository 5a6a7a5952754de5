// SPDX-License-Identifier: Apache-2.0
// The sends and the arrivals of every cycle of a schedule. On links that take a cycle both are the
// same hops; elsewhere messages arrive later than they are sent.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Items under way on links that take several cycles, in the order of their arrivals.
template <class Item>
class InFlight {
 public:
  /// It arrives at the end of this cycle.
  void put(Cycle end, Item item) { items_[end].push_back(std::move(item)); }
  /// Takes out all that arrives up to the end of `last`: calls land(end, items) for each cycle.
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

/// The end of a hop on a link with a time: its last cycle. Throws InputError if it cannot be
/// counted.
Cycle arrival_of(const Topology& topology, const Hop& hop);

class Crossings {
 public:
  /// It must outlive this.
  explicit Crossings(const Topology& topology) : topology_(topology) {}

  /// All hops of the next cycle that has any. Calls see(sends, arrivals) for that cycle and for
  /// each earlier one in which something arrives; the cycle of an arrival is that of its end.
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
  /// After the last step: what is still under way arrives.
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
