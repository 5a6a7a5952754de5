// SPDX-License-Identifier: Apache-2.0
#include "apps/trace_reader.hpp"

#include <algorithm>
#include <tuple>

#include "apps/hardware.hpp"
#include "apps/stopwatch.hpp"
#include "romcast/core/unit_additions.hpp"

namespace romcast {

ScheduleHeader schedule_header(const Resolved& resolved, std::optional<QueueLimit> limit) {
  return {.topology = resolved.problem.topology,
          .collective = resolved.problem.collective,
          .ports = resolved.problem.ports,
          .limit = limit,
          .timing = resolved.problem.timing,
          .algorithm = resolved.algorithm->name};
}

TraceReader::TraceReader(const Resolved& resolved, const Machine& machine, const Plan& plan,
                         std::optional<QueueLimit> limit, const FlitCodec& codec,
                         const RunOptions& options, const PlanFigures& planned)
    : codec_(codec),
      options_(options),
      last_hop_(planned.last_hop),
      illegal_(planned.verdict.violation_count > 0),
      lock_step_(*resolved.problem.topology, resolved.problem.collective,
                 resolved.problem.topology->crossbar() ? unit_additions(plan.open)
                 : planned.again                       ? planned.again
                                                       : plan.open),
      topology_(*resolved.problem.topology),
      figures_(resolved, limit, machine) {
  if (!options.save_trace.empty()) {
    file_.emplace(options.save_trace, schedule_header(resolved, limit));
  }
}

void TraceReader::read(std::span<const LinkFlit> flits) {
  const CpuTimer timer(seconds_);
  hops_.clear();
  for (const LinkFlit& flit : flits) {
    const bool starts = (flit.link & kStartOfPacket) != 0, adds = (flit.link & kAddition) != 0;
    const LinkId link = flit.link & ~(kStartOfPacket | kAddition);
    hops_.push_back(adds ? Hop::computation(flit.cycle, link, flit.to)
                         : Hop{.cycle = flit.cycle,
                               .link = link,
                               .message = codec_.decode(flit.flit),
                               .to = flit.to});
    if (starts) hops_.back().message = Hop::startup(flit.cycle, link).message;
  }
  lock_step_.trace(hops_);
  illegal_ = illegal_ || !lock_step_.equal();
  // What is wrong is the same in whatever order the switches were evaluated.
  if (illegal_) sort_hops();
  judge_hops();
  if (file_) file_->write(hops_);
  if (options_.progress && !flits.empty()) {
    options_.progress("co-simulating", double(flits.back().cycle) / double(last_hop_));
  }
}

void TraceReader::sort_hops() {
  const auto key = [](const Hop& hop) { return std::tuple(hop.link, hop.message, hop.to); };
  for (auto begin = hops_.begin(); begin != hops_.end();) {
    const auto end =
        std::find_if(begin, hops_.end(), [&](const Hop& hop) { return hop.cycle != begin->cycle; });
    std::ranges::sort(begin, end, {}, key);
    begin = end;
  }
}

void TraceReader::judge_hops() {
  std::erase_if(hops_, [&](const Hop& hop) { return hop.link >= topology_.links(); });
  for (std::span<const Hop> rest = hops_; !rest.empty();) {
    std::size_t count = 1;
    while (count < rest.size() && rest[count].cycle == rest.front().cycle) ++count;
    figures_.step(rest.first(count));
    rest = rest.subspan(count);
  }
}

Verdict TraceReader::finish(Measured& measured) {
  const CpuTimer timer(seconds_);
  lock_step_.finish();
  measured.trace_equals_plan = lock_step_.equal();
  measured.first_difference = lock_step_.difference();
  Verdict verdict = figures_.finish();
  if (file_) file_->commit();
  return verdict;
}

}  // namespace romcast
