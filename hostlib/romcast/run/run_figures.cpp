// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/run_figures.hpp"

#include <utility>

#include "romcast/core/packed.hpp"
#include "romcast/core/unit_additions.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/node_part.hpp"

namespace romcast {

RunFigures::RunFigures(Run& run, const std::vector<char>& here,
                       std::shared_ptr<const JudgedHops> judged)
    : new_judge_([&problem = run.job().problem, limit = run.judged().limit, here] {
        return make_judge_state(*problem.topology, problem.collective, problem.ports, limit,
                                problem.timing, here);
      }),
      judged_(std::move(judged)),
      judge_(judged_ ? nullptr : new_judge_()),
      recount_(run.network(), run.job().problem.collective, run.job().problem.timing,
               run.machine().counts_transit()),
      places_(places_of(run.job().problem, here)) {}

void RunFigures::step(std::span<const Hop> hops) {
  recount_.step(hops);
  if (!judged_) judge(hops);
}

void RunFigures::judge(std::span<const Hop> hops) {
  if (places_) places_->step(hops);
  judge_->step(hops);
}

void RunFigures::differ(Schedule& schedule, Cycle agreed) {
  if (!judged_) return;
  judged_ = nullptr;
  judge_ = new_judge_();
  for (std::vector<Hop> hops; schedule.next(hops) && hops.front().cycle <= agreed;) judge(hops);
}

Verdict RunFigures::finish(Cycle last) {
  if (judged_) {
    switches_ = judged_->switches;
    if (places_) places_->add_part(judged_->places);
    return judged_->verdict;
  }
  if (last > 0) judge_->end(last);
  Verdict verdict = judge_->finish();
  if (places_) places_->finish();
  switches_ = judge_->switches();
  return verdict;
}

std::string RunFigures::part() const {
  Packed packed;
  std::vector<std::uint64_t> marks;
  for (const LevelQueues& one : switches_) {
    for (const auto figure : kQueueFigures) marks.push_back(one.*figure);
  }
  packed.put(text_of(marks));
  packed.put(text_of(recount_.counts()));
  if (places_) packed.put(text_of(places_->counts()));
  return packed.take();
}

void RunFigures::add_part(std::string text) {
  Packed packed(std::move(text));
  const std::vector<std::uint64_t> marks = words_of(packed.text());
  std::size_t at = 0;
  for (LevelQueues& one : switches_) {
    LevelQueues other;
    for (const auto figure : kQueueFigures) other.*figure = static_cast<std::uint32_t>(marks[at++]);
    raise(other, one);
  }
  recount_.add_part(words_of(packed.text()));
  if (places_) places_->add_part(words_of(packed.text()));
}

StoreMarks RunFigures::marks_of_stores(const std::vector<QueueDepth>& depths) const {
  StoreMarks marks{.places = places_taken(depths, switches_, places_)};
  if (!places_) return marks;
  for (NodeId node = 0; node < switches_.size(); ++node) {
    const auto occupancy = places_->marked() ? places_->occupancy(node) : std::nullopt;
    marks.occupancy.push_back(occupancy.value_or(Occupancy{}).most);
  }
  return marks;
}

std::vector<std::string> RunFigures::differences(const Readings& result,
                                                 const std::vector<QueueDepth>& depths,
                                                 bool lost) const {
  return recount_.differences(result, switches_, marks_of_stores(depths), lost);
}

RunFigures::Values RunFigures::registers(NodeId node, const std::vector<DescribedPort>& ports,
                                         const std::vector<QueueDepth>& depths) const {
  const Seen seen = node == kNone ? recount_.expected_of_crossbar()
                                  : recount_.expected(node, switches_, marks_of_stores(depths));
  Values values;
  for (const DescribedPort& port : ports) {
    if (const auto value = register_value(seen, port.name)) values.emplace_back(port.name, *value);
  }
  return values;
}

PlannedRun planned_run(Run& run) {
  const JudgedPlan& plan = run.judged();
  // The judge has seen the same hops, except on crossbars, where the hardware divides additions.
  const bool divided = run.network().crossbar();
  PlannedRun planned{.figures = RunFigures(run, {}, divided ? nullptr : plan.own)};
  const auto schedule = divided ? unit_additions(plan.plan.open)() : plan.plan.open();
  for (std::vector<Hop> hops; schedule->next(hops);) planned.figures.step(hops);
  planned.verdict = planned.figures.finish();
  return planned;
}

}  // namespace romcast
