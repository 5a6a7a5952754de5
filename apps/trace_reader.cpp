// SPDX-License-Identifier: Apache-2.0
#include "apps/trace_reader.hpp"

#include <algorithm>
#include <tuple>

#include "apps/hardware.hpp"
#include "apps/node_part.hpp"
#include "apps/pieced_trace.hpp"
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

namespace {

// An illegal plan says nothing of the trace, which is put in another order then; nor does one that
// the trace shows with additions divided.
std::shared_ptr<const JudgedHops> judged_before(const PlanFigures& planned,
                                                const Topology& topology,
                                                const RunOptions& options) {
  const bool alone = planned.verdict.violation_count > 0 || topology.crossbar() || options.audit;
  return alone ? nullptr : planned.own;
}

}  // namespace

TraceReader::TraceReader(const Resolved& resolved, const Machine& machine, const Plan& plan,
                         std::optional<QueueLimit> limit, const FlitCodec& codec,
                         const RunOptions& options, const PlanFigures& planned)
    : resolved_(resolved),
      machine_(machine),
      plan_(plan),
      limit_(limit),
      codec_(codec),
      options_(options),
      last_hop_(planned.last_hop),
      illegal_(planned.verdict.violation_count > 0),
      part_(planned.part),
      topology_(*resolved.problem.topology),
      seen_(seen(topology_.crossbar() ? unit_additions(plan.open)
                 : planned.again      ? planned.again
                                      : plan.open,
                 part_.get(), judged_before(planned, topology_, options))) {
  if (!options.save_trace.empty()) {
    file_.emplace(options.save_trace, schedule_header(resolved, limit));
  }
}

std::unique_ptr<TraceReader::Seen> TraceReader::seen(
    const OpenSchedule& plan, const NodePart* part,
    std::shared_ptr<const JudgedHops> judged) const {
  return std::unique_ptr<Seen>(
      new Seen{LockStep(topology_, resolved_.problem.collective, plan),
               RunFigures(resolved_, limit_, machine_, nodes_here(part), std::move(judged))});
}

void TraceReader::read(std::span<const LinkFlit> flits) {
  const CpuTimer timer(seconds_);
  decode(flits);
  part_ ? take_part() : take();
  if (options_.progress && !flits.empty()) {
    options_.progress("co-simulating", double(flits.back().cycle) / double(last_hop_));
  }
}

void TraceReader::decode(std::span<const LinkFlit> flits) {
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
}

void TraceReader::take() {
  seen_->lock_step.trace(hops_);
  if (!seen_->lock_step.equal()) judge_from_here();
  // What is wrong is the same in whatever order the switches were evaluated.
  if (illegal_) sort_hops();
  judge_hops();
  if (!hops_.empty()) agreed_ = hops_.back().cycle;
  if (file_) file_->write(hops_);
}

// As long as the trace is the plan, what was said of the plan is said of the trace.
void TraceReader::judge_from_here() {
  if (illegal_) return;
  illegal_ = true;
  seen_->figures.differ(*plan_.open(), agreed_);
}

// What was planned needs not be kept; who sees something else cannot judge it alone.
void TraceReader::take_part() {
  seen_->lock_step.trace(hops_);
  if (seen_->lock_step.equal()) {
    if (!hops_.empty()) agreed_ = hops_.back().cycle;
    judge_hops();
    return;
  }
  std::ranges::copy_if(hops_, std::back_inserter(unplanned_),
                       [&](const Hop& hop) { return part_->sent_here(hop.link); });
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
    seen_->figures.step(rest.first(count));
    rest = rest.subspan(count);
  }
}

void TraceReader::finish() {
  const CpuTimer timer(seconds_);
  seen_->lock_step.finish();
  if (part_) return finish_parts();
  if (!seen_->lock_step.equal()) judge_from_here();
  verdict_ = seen_->figures.finish();
  if (file_) file_->commit();
}

void TraceReader::finish_parts() {
  verdict_ = seen_->figures.finish(last_hop_);
  if (flawless_everywhere()) {
    add_parts();
  } else {
    put_together();
  }
}

// Every rank comes to the same answer.
bool TraceReader::flawless_everywhere() {
  Verdict all = verdict_;
  bool equal = true;
  const char mine = seen_->lock_step.equal() ? '=' : '!';
  const std::vector<std::string> said = options_.ranks->all(mine + verdict_text(verdict_));
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    equal = equal && said[rank].front() == '=';
    if (rank != options_.ranks->rank()) add_verdict_text(said[rank].substr(1), all);
  }
  if (!equal || !flawless(all)) return false;
  verdict_ = std::move(all);
  return true;
}

void TraceReader::add_parts() {
  const std::vector<std::string> parts = options_.ranks->gather(seen_->figures.part());
  for (std::size_t rank = 1; rank < parts.size(); ++rank) seen_->figures.add_part(parts[rank]);
}

// The first rank judges everything once more: of each part what was planned, as long as it was, and
// then what has been kept.
void TraceReader::put_together() {
  if (seen_->lock_step.equal()) agreed_ = kNone;
  const std::vector<TracePiece> pieces =
      gather_pieces(*options_.ranks, {agreed_, std::move(unplanned_)});
  if (options_.ranks->first()) {
    plan_seconds_ += seen_->lock_step.plan_seconds();
    seen_ = seen(plan_.open, nullptr, nullptr);
    const auto trace = pieced_trace(topology_, plan_.open, part_->cut(), pieces);
    while (trace->next(hops_)) take();
    seen_->lock_step.finish();
    verdict_ = seen_->figures.finish();
  }
  constexpr std::chrono::minutes patience{30};  // of those who wait for it
  options_.ranks->all("", patience);
}

const Verdict& TraceReader::compare(Measured& measured) const {
  measured.trace_equals_plan = seen_->lock_step.equal();
  measured.first_difference = seen_->lock_step.difference();
  return verdict_;
}

}  // namespace romcast
