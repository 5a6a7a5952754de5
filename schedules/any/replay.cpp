// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/replay.hpp"

#include <algorithm>
#include <unordered_map>

#include "schedules/any/booking.hpp"

namespace romcast::any {

Hops replayed(const Task& task, const OpenSchedule& schedule) {
  const Topology& topology = task.topology;
  Booking booking(topology, task.ports);
  std::unordered_map<std::uint64_t, Cycle> since;  // by node and message: the cycle of arrival
  const auto key = [](NodeId node, MessageId m) { return std::uint64_t{m} << 32 | node; };
  Hops hops, step;
  for (const auto pass = schedule(); pass->next(step);) {
    for (const Hop& hop : step) {
      const Channel& channel = topology.channel_at(hop.link);
      // A schedule for queues may bring a message to a node several times, with different headers;
      // a store keeps the first copy.
      const bool again = since.contains(key(channel.to, hop.message)) ||
                         task.collective.origin(hop.message) == channel.to;
      if (again) continue;
      const auto held = since.find(key(channel.from, hop.message));
      hops.push_back(booking.place(topology.channel_of(hop.link), hop.message,
                                   held == since.end() ? 0 : held->second));
      since.emplace(key(channel.to, hop.message), hops.back().cycle);
    }
  }
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  return hops;
}

}  // namespace romcast::any
