// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/traffic.hpp"

#include <algorithm>

namespace romcast {

namespace {

unsigned delivery_lanes(const Design& design, NodeId processor) {
  if (!design.modules.front().traits().delivers) return 1;
  const DesignModule& module = design.modules[design.nodes[processor].module];
  return module.width(*module.find("deliver_valid"));
}

}  // namespace

RtlTraffic::RtlTraffic(Run& run, const NodeDescription& nodes, const Design& design,
                       const std::vector<ProcessorProgram>& programs)
    : problem_(run.job().problem), nodes_(nodes), design_(design), values_(RtlValues::of(run)) {
  const std::size_t processors =
      nodes_.switches_compute() ? problem_.topology->nodes() : problem_.topology->processors();
  for (NodeId p = 0; p < processors; ++p) {
    first_lane_.push_back(first_lane_.back() + delivery_lanes(design, p));
  }
  arrivals_.resize(first_lane_.back());
  last_.resize(first_lane_.back());
  sent_.resize(processors);
  has_.resize(processors);
  for (const ProcessorProgram& program : programs) {
    for (const auto& slot : program.slots) sent_as_.emplace(slot.message, slot.flit);
    for (const auto& send : program.list) sent_as_.emplace(send.flit.message, send.flit.flit);
  }
  const auto schedule = run.plan().open();
  for (std::vector<Hop> hops; schedule->next(hops);) step(hops);
  land(kNone);
}

void RtlTraffic::step(const std::vector<Hop>& hops) {
  std::vector<std::uint64_t> combined;
  if (values_) combined = values_->step(hops);
  land(hops.front().cycle - 1);
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (hops[i].kind() != HopKind::message) continue;
    const std::uint64_t sent = values_ ? combined[i] : flit(hops[i].message);
    send(hops[i], sent);
    if (problem_.topology->timed()) {
      const Cycle end = arrival_of(*problem_.topology, hops[i]);
      in_flight_.put(end, {{end, hops[i].link, hops[i].message, hops[i].to}, sent});
    } else {
      arrive(hops[i], sent);
    }
  }
  land(hops.front().cycle);
}

void RtlTraffic::land(Cycle last) {
  in_flight_.land(last, [this](Cycle, const auto& arrivals) {
    for (const auto& [hop, sent] : arrivals) arrive(hop, sent);
  });
}

std::uint64_t RtlTraffic::flit(MessageId message) const {
  const auto as = sent_as_.find(message);
  return as != sent_as_.end() ? as->second : nodes_.codec().encode(message);
}

// True if the hop takes a message from the input queue of a processor of a buffered LogP machine.
bool RtlTraffic::takes(const Hop& hop) const {
  return problem_.topology->crossbar() && hop.to == hop.link;
}

void RtlTraffic::send(const Hop& hop, std::uint64_t flit) {
  const Topology& topology = *problem_.topology;
  const NodeId from = topology.channel_at(hop.link).from;
  const bool forwards = topology.direct() && !topology.crossbar();
  if (takes(hop) || forwards || !topology.is_processor(from)) return;
  sent_[from].push_back(flit);
}

// True if node `at` delivers the hop's message to the node's processor, not only passes it on.
bool RtlTraffic::delivers(const Hop& hop, NodeId at) const {
  if (nodes_.switches_compute()) return true;
  if (!problem_.topology->is_processor(at)) return false;
  if (problem_.topology->crossbar()) return takes(hop) == problem_.timing.buffered;
  const Collective& collective = problem_.collective;
  return !problem_.topology->direct() || collective.multicast() ||
         collective.destination(hop.message) == at;
}

// Index of the lane by which the message reaches processor `to`, below lanes(to).
unsigned RtlTraffic::lane(const Hop& hop, NodeId to) const {
  if (lanes(to) == 1) return 0;
  if (problem_.topology->crossbar()) return nodes_.delivery_lane(hop);
  const std::vector<std::uint32_t>& links = design_.nodes[to].pins.in_links;
  const LinkId end = NetworkBuilder::end_of_line(*problem_.topology, design_.local_lanes, hop.link);
  return static_cast<unsigned>(std::ranges::find(links, end) - links.begin());
}

void RtlTraffic::arrive(const Hop& hop, std::uint64_t flit) {
  const NodeId to = problem_.topology->end_of(hop.link, hop.to);
  if (!delivers(hop, to)) return;
  const std::size_t place = first_lane_[to] + lane(hop, to);
  RtlArrival arrival{.flit = flit, .message = hop.message};
  if (!values_ && problem_.collective.wants(hop.message, to)) {  // combined: add_results()
    std::vector<bool>& has = has_[to];
    if (has.size() <= hop.message) has.resize(std::size_t{hop.message} + 1);
    arrival.wanted = !has[hop.message];
    has[hop.message] = true;
  }
  if (arrival.wanted) last_[place] = hop.cycle;
  arrivals_[place].push_back(arrival);
}

}  // namespace romcast
