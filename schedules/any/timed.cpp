// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/timed.hpp"

#include <algorithm>

#include "schedules/any/timed_searches.hpp"

namespace romcast::any {

Cycle last_arrival(const Topology& topology, const Hops& hops) {
  if (!topology.timed()) return cycles_of(hops);
  Cycle last = 0;
  for (const Hop& hop : hops) {
    last = std::max(last, hop.cycle + topology.channel_at(hop.link).time.delay() - 1);
  }
  return last;
}

Hops timed(const Task& task, unsigned seed, Cycle most, const Deadline& deadline) {
  const Collective& collective = task.collective;
  if (collective.multicast() && !collective.passes()) return timed_spread(task, seed, most);
  return timed_carry(task, seed, most, deadline);
}

}  // namespace romcast::any
