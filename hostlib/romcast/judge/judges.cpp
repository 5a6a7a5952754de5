// SPDX-License-Identifier: Apache-2.0
// Selects the judge for a kind of machine.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/judge/link_judge.hpp"
#include "romcast/judge/logp_judge.hpp"
#include "romcast/judge/reduce_judge.hpp"
#include "romcast/judge/reduction_judge.hpp"

namespace romcast {

void check_ports(const Topology& topology, Ports ports) {
  const Given given("ports", ports.name());
  if (ports.kind == Ports::Kind::several && ports.count < 2) {
    throw InputError(given, "several are 2 or more");
  }
  if (topology.has(ports)) return;
  throw InputError(
      given, fmt::format("a network {} has no such ports", topology.network()),
      fmt::format("give {}", topology.crossbar() ? "single, or several and how many" : "others"));
}

void check_fit(const Topology& topology, const Collective& collective, Ports ports) {
  if (collective.processors() != topology.processors()) {
    throw InputError({"collective", name(collective.kind())},
                     fmt::format("it is one of {} processors, the network has {}",
                                 collective.processors(), topology.processors()));
  }
  check_ports(topology, ports);
}

bool judges_parts(const Topology& topology, const Collective& collective) {
  return !collective.combines() && !collective.reduces() && !topology.crossbar();
}

std::unique_ptr<Judge::State> make_judge_state(const Topology& topology,
                                               const Collective& collective, Ports ports,
                                               std::optional<QueueLimit> limit, Timing timing,
                                               const std::vector<char>& here) {
  if (!here.empty() && !judges_parts(topology, collective)) {
    throw std::logic_error("judge: nodes that cannot be judged apart");
  }
  if (collective.reduces()) {
    return make_reduction_judge(
        topology, collective,
        make_judge_state(topology, without_reductions(collective), ports, limit, timing));
  }
  if (collective.by_nodes()) return make_reduce_judge(topology, collective, ports, timing);
  const bool listed = collective.traits().listed;
  if (topology.crossbar() && (timing.logp() || collective.combines() || listed)) {
    return make_logp_judge(topology, collective, ports, limit, timing);
  }
  return make_link_judge(topology, collective, ports, limit, timing, here);
}

void add_part(const Verdict& part, Verdict& verdict) {
  verdict.cycles = std::max(verdict.cycles, part.cycles);
  verdict.hops += part.hops;
  verdict.delivered += part.delivered;
  verdict.max_queue = std::max(verdict.max_queue, part.max_queue);
  verdict.max_waiting = std::max(verdict.max_waiting, part.max_waiting);
  for (std::size_t l = 0; l < verdict.levels.size(); ++l) raise(part.levels[l], verdict.levels[l]);
  verdict.violation_count += part.violation_count;
}

Judge::Judge(const Topology& topology, const Collective& collective, Ports ports,
             std::optional<QueueLimit> limit, Timing timing) {
  check_fit(topology, collective, ports);
  state_ = make_judge_state(topology, collective, ports, limit, timing);
}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;

void Judge::step(std::span<const Hop> hops) { state_->step(hops); }
Verdict Judge::finish() { return state_->finish(); }

Verdict judge(const Topology& topology, const Collective& collective, Ports ports,
              const OpenSchedule& schedule, std::optional<QueueLimit> limit, Timing timing) {
  Judge judge(topology, collective, ports, limit, timing);
  const std::unique_ptr<Schedule> pass = checked_schedule(topology, schedule)();
  for (std::vector<Hop> hops; pass->next(hops);) judge.step(hops);
  return judge.finish();
}

}  // namespace romcast
