// SPDX-License-Identifier: Apache-2.0
#include "apps/rtl_traffic.hpp"

#include <algorithm>

namespace romcast {

RtlTraffic::RtlTraffic(const Resolved& resolved, const Plan& plan, const NodeHardware& hardware,
                       const std::vector<ProcessorProgram>& programs, unsigned lanes)
    : problem_(resolved.problem), lanes_(lanes) {
  const std::size_t processors = problem_.topology->processors();
  arrivals_.resize(processors * lanes_);
  last_.resize(processors * lanes_);
  sent_.resize(processors);
  has_.resize(processors);
  for (const ProcessorProgram& program : programs) {
    for (const auto& slot : program.slots) sent_as_.emplace(slot.message, slot.flit);
    for (const auto& send : program.list) sent_as_.emplace(send.flit.message, send.flit.flit);
  }
  const auto schedule = plan.open();
  for (std::vector<Hop> hops; schedule->next(hops);) {
    for (const Hop& hop : hops) {
      if (hop.kind() != HopKind::message) continue;
      send(hop, hardware);
      arrive(hop, hardware);
    }
  }
}

std::uint64_t RtlTraffic::flit(MessageId message, const NodeHardware& hardware) const {
  const auto as = sent_as_.find(message);
  return as != sent_as_.end() ? as->second : hardware.codec().encode(message);
}

// The taking of a message from the input queue of a buffered LogP machine.
bool RtlTraffic::takes(const Hop& hop) const {
  return problem_.topology->crossbar() && hop.to == hop.link;
}

void RtlTraffic::send(const Hop& hop, const NodeHardware& hardware) {
  const Topology& topology = *problem_.topology;
  const NodeId from = topology.channel_at(hop.link).from;
  const bool forwards = topology.direct() && !topology.crossbar();
  if (takes(hop) || forwards || !topology.is_processor(from)) return;
  sent_[from].push_back(flit(hop.message, hardware));
}

// In nodes that forward, what passes by is not for the processor.
bool RtlTraffic::delivers(const Hop& hop, NodeId at) const {
  if (!problem_.topology->is_processor(at)) return false;
  if (problem_.topology->crossbar()) return takes(hop) == problem_.timing.buffered;
  const Collective& collective = problem_.collective;
  return !problem_.topology->direct() || collective.multicast() ||
         collective.destination(hop.message) == at;
}

void RtlTraffic::arrive(const Hop& hop, const NodeHardware& hardware) {
  const NodeId to = problem_.topology->end_of(hop.link, hop.to);
  if (!delivers(hop, to)) return;
  const std::size_t place = to * lanes_ + (lanes_ > 1 ? problem_.topology->in_port(hop.link) : 0);
  RtlArrival arrival{.flit = flit(hop.message, hardware), .message = hop.message};
  if (problem_.collective.wants(hop.message, to)) {
    std::vector<bool>& has = has_[to];
    if (has.size() <= hop.message) has.resize(std::size_t{hop.message} + 1);
    arrival.wanted = !has[hop.message];
    has[hop.message] = true;
  }
  if (arrival.wanted) last_[place] = hop.cycle;
  arrivals_[place].push_back(arrival);
}

}  // namespace romcast
