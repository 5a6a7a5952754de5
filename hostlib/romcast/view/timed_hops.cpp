// SPDX-License-Identifier: Apache-2.0
#include "romcast/view/timed_hops.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace romcast {
namespace {

TimedHop timed(const Topology& topology, const Timing& timing, const Hop& hop) {
  const Channel& channel = topology.channel_at(hop.link);
  TimedHop made{.cycle = hop.cycle,
                .from = channel.from,
                .to = topology.end_of(hop.link, hop.to),
                .lane = hop.link - channel.first_link,
                .message = hop.message};
  if (hop.computes()) {
    made.kind = TimedHop::Kind::adds;
    made.begin = hop.cycle - 1;
    made.end = made.begin + hop.to;
    made.to = made.from;
    made.message = hop.to;
  } else if (hop.starts()) {
    made.kind = TimedHop::Kind::startup;
    made.begin = hop.cycle - 1;
    made.end = made.begin + timing.startup;
  } else if (made.from == made.to) {
    made.kind = TimedHop::Kind::takes;
    made.begin = hop.cycle - 1;
    made.end = hop.cycle;
  } else if (timing.logp()) {
    made.begin = hop.cycle - 1;
    made.end = made.begin + timing.delay();
  } else if (topology.timed()) {
    made.begin = hop.cycle - 1;
    made.end = made.begin + channel.time.delay();
  } else {
    made.end = hop.cycle;
    made.begin = made.end - std::min<std::uint64_t>(made.end, timing.per_message);
  }
  const bool sends = timing.logp() && made.kind == TimedHop::Kind::message;
  made.held = sends              ? timing.spacing()
              : topology.timed() ? channel.time.cycles
                                 : made.end - made.begin;
  return made;
}

}  // namespace

TimedHops timed_hops(const Topology& topology, const Collective& collective, const Timing& timing,
                     const OpenSchedule& schedule, std::size_t most) {
  TimedHops result;
  std::unordered_set<std::uint64_t> arrived;
  const auto stream = schedule();
  for (std::vector<Hop> hops; stream->next(hops);) {
    if (result.hops.size() + hops.size() > most && !result.hops.empty()) {
      result.all = false;
      break;
    }
    // The order of schedule files, so that a plan and the file written from it give the same page.
    std::ranges::sort(hops, {}, [](const Hop& hop) { return std::tuple(hop.link, hop.message); });
    for (const Hop& hop : hops) {
      TimedHop made = timed(topology, timing, hop);
      const bool whole = made.kind == TimedHop::Kind::message && !collective.combines() &&
                         topology.is_processor(made.to);
      made.delivers = whole && collective.wants(made.message, made.to) &&
                      arrived.insert(std::uint64_t{made.to} << 32 | made.message).second;
      result.last = std::max(result.last, made.end);
      result.hops.push_back(made);
      result.channels.push_back(topology.channel_of(hop.link));
    }
  }
  return result;
}

}  // namespace romcast
