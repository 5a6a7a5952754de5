// SPDX-License-Identifier: Apache-2.0
#include "systemc/trace_reader.hpp"

#include <algorithm>
#include <tuple>

#include "romcast/core/unit_additions.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/node_part.hpp"
#include "romcast/run/stopwatch.hpp"
#include "systemc/pieced_trace.hpp"

namespace romcast {

namespace {

// Returns the judged plan, whose verdict the trace can reuse; nullptr if the plan is illegal (the
// trace's hops are then sorted), if the network is a crossbar (the trace then has one hop for each
// operand of an addition), or if the run is audited.
std::shared_ptr<const JudgedHops> judged_before(Run& run) {
  const bool alone =
      run.judged().verdict.violation_count > 0 || run.network().crossbar() || run.settings().audit;
  return alone ? nullptr : run.judged().own;
}

}  // namespace

TraceReader::TraceReader(Run& run, const FlitCodec& codec, TakeTrace also)
    : run_(run),
      planned_(run.judged()),
      codec_(codec),
      also_(std::move(also)),
      ranks_(*run.settings().ranks),
      illegal_(planned_.verdict.violation_count > 0),
      topology_(run.network()),
      seen_(seen(topology_.crossbar() ? unit_additions(planned_.plan.open)
                 : planned_.again     ? planned_.again
                                      : planned_.plan.open,
                 planned_.part.get(), judged_before(run))) {
  if (!run.settings().save_trace.empty() && ranks_.first()) {
    file_.emplace(run.settings().save_trace,
                  schedule_header(run.job(), planned_.limit, planned_.plan.period));
  }
}

std::unique_ptr<TraceReader::Seen> TraceReader::seen(
    const OpenSchedule& plan, const NodePart* part,
    std::shared_ptr<const JudgedHops> judged) const {
  return std::unique_ptr<Seen>(new Seen{LockStep(topology_, run_.job().problem.collective, plan),
                                        RunFigures(run_, nodes_here(part), std::move(judged))});
}

void TraceReader::read(std::span<const LinkFlit> flits) {
  const CpuTimer timer(seconds_);
  decode(flits);
  planned_.part ? take_part() : take();
  if (run_.settings().progress && !flits.empty()) {
    run_.settings().progress("co-simulating",
                             double(flits.back().cycle) / double(planned_.last_hop));
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
  // Sorts the hops, so that violations do not depend on the order of evaluation.
  if (illegal_) sort_hops();
  judge_hops();
  if (!hops_.empty()) agreed_ = hops_.back().cycle;
  if (file_) file_->write(hops_);
  if (also_) also_(hops_);
}

// Called when the trace differs from the plan. If the plan's verdict was reused so far, judges the
// planned hops up to cycle `agreed_`; from then on the hops of the trace are judged.
void TraceReader::judge_from_here() {
  if (illegal_) return;
  illegal_ = true;
  seen_->figures.differ(*planned_.plan.open(), agreed_);
}

// Judges and drops the hops while they match the plan. After a mismatch keeps the hops that owned
// nodes send, which the first rank will judge.
void TraceReader::take_part() {
  seen_->lock_step.trace(hops_);
  if (seen_->lock_step.equal()) {
    if (!hops_.empty()) agreed_ = hops_.back().cycle;
    judge_hops();
    return;
  }
  std::ranges::copy_if(hops_, std::back_inserter(unplanned_),
                       [&](const Hop& hop) { return planned_.part->sent_here(hop.link); });
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
  if (planned_.part) return finish_parts();
  if (!seen_->lock_step.equal()) judge_from_here();
  verdict_ = seen_->figures.finish();
  if (file_) file_->commit();
}

void TraceReader::finish_parts() {
  verdict_ = seen_->figures.finish(planned_.last_hop);
  if (flawless_everywhere()) {
    add_parts();
  } else {
    put_together();
  }
}

// Exchanges the verdicts of all ranks. Returns true, on every rank, if on all ranks the trace
// equals the plan, nothing is violated, and all messages are delivered; verdict_ is then that of
// all ranks.
bool TraceReader::flawless_everywhere() {
  Verdict all = verdict_;
  bool equal = true;
  const char mine = seen_->lock_step.equal() ? '=' : '!';
  const std::vector<std::string> said = ranks_.all(mine + verdict_text(verdict_));
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    equal = equal && said[rank].front() == '=';
    if (rank != ranks_.rank()) add_verdict_text(said[rank].substr(1), all);
  }
  if (!equal || !flawless(all)) return false;
  verdict_ = std::move(all);
  return true;
}

void TraceReader::add_parts() {
  const std::vector<std::string> parts = ranks_.gather(seen_->figures.part());
  for (std::size_t rank = 1; rank < parts.size(); ++rank) seen_->figures.add_part(parts[rank]);
}

// The first rank judges the whole trace. For each part, the trace consists of the planned hops up
// to cycle `agreed_` of the part's rank and the hops in `unplanned_` of that rank.
void TraceReader::put_together() {
  if (seen_->lock_step.equal()) agreed_ = kNone;
  const std::vector<TracePiece> pieces = gather_pieces(ranks_, {agreed_, std::move(unplanned_)});
  if (ranks_.first()) {
    plan_seconds_ += seen_->lock_step.plan_seconds();
    seen_ = seen(planned_.plan.open, nullptr, nullptr);
    const auto trace = pieced_trace(topology_, planned_.plan.open, planned_.part->cut(), pieces);
    while (trace->next(hops_)) take();
    seen_->lock_step.finish();
    verdict_ = seen_->figures.finish();
  }
  constexpr std::chrono::minutes patience{30};  // timeout of the waiting ranks
  ranks_.all("", patience);
}

const Verdict& TraceReader::compare(Measured& measured) const {
  measured.trace_equals_plan = seen_->lock_step.equal();
  measured.first_difference = seen_->lock_step.difference();
  return verdict_;
}

}  // namespace romcast
