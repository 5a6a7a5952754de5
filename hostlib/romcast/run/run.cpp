// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/period_bound.hpp"
#include "romcast/core/relative_program.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/judge/period_judge.hpp"
#include "romcast/judge/program_judge.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/rom_listing.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/job_queues.hpp"
#include "romcast/run/node_report.hpp"
#include "romcast/run/plan_judge.hpp"
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/run_figures.hpp"
#include "romcast/run/shared_search.hpp"
#include "romcast/run/stopwatch.hpp"

namespace romcast {
namespace {

constexpr std::size_t kHopsAtOnce = 1 << 14;  // hops between two reads of the clock

void check_length(const Theory& theory) {
  constexpr std::uint64_t most = kNone;
  if (theory.lower_bound.value_or(0) <= most) return;
  throw InputError(fmt::format("this takes {} cycles at least; at most {} can be counted",
                               *theory.lower_bound, most));
}

void check_hops(const Job& job) {
  job.problem.collective.need_numbers();
  if (job.problem.collective.combines()) return;  // one hop makes many deliveries
  constexpr std::uint64_t most = 4'000'000'000;
  const std::uint64_t deliveries = job.problem.collective.expected_deliveries();
  if (deliveries <= most) return;
  throw InputError(
      {"algorithm", job.algorithm.name},
      fmt::format("its nodes do not run alike, and {} deliveries are too many to look at",
                  deliveries),
      fmt::format("at most {}", most));
}

// Detects plans with too many cycles: their cycle numbers wrap around to 0.
void check_ascending(Cycle last, Cycle next) {
  if (next > last) return;
  throw InputError(
      fmt::format("the plan takes more cycles than can be counted, {}; take fewer messages or "
                  "shorter times",
                  kNone));
}

// Raises the lower bound of `theory` to the bound that the planner proved, if that is higher, and
// sets `optimal` if the lower bound decides whether the plan is optimal.
void add_proof(const Plan& plan, const Verdict& verdict, Theory& theory) {
  if (plan.proved_bound > theory.lower_bound.value_or(0)) {
    theory.lower_bound = plan.proved_bound;
    theory.lower_bound_source = plan.proved_source;
  }
  if (verdict.violation_count > 0 || verdict.cycles < theory.lower_bound) return;
  if (verdict.cycles > theory.lower_bound) {
    if (theory.lower_bound_attained) theory.optimal = false;
    return;
  }
  theory.optimal = true;
  theory.optimal_by =
      plan.proved_by_solver && plan.proved_bound == verdict.cycles ? "solver" : "bound";
}

// Checks a job, because users of the library may assemble one by hand.
Job usable(Job job) {
  const Problem& problem = job.problem;
  if (!problem.topology) throw InputError("the job has no network");
  check_fit(*problem.topology, problem.collective, problem.ports);
  if (!job.algorithm.build) {
    throw InputError(fmt::format("algorithm '{}': it builds no plan", job.algorithm.name));
  }
  return job;
}

RunSettings with_ranks(RunSettings settings) {
  if (!settings.ranks) settings.ranks = no_other_ranks();
  return settings;
}

void add(double seconds, std::optional<double>& to) { to = to.value_or(0) + seconds; }

}  // namespace

struct Run::State {
  State(Job asked, RunSettings how)
      : job(std::make_shared<const Job>(usable(std::move(asked)))),
        settings(with_ranks(std::move(how))),
        machine(machine_of(job)) {}

  const Theory& predicted();
  JudgedPlan& made();
  const Verdict& verdict(bool each_hop);
  void judge_one_node();
  void judge_hops();
  void judge_hops(std::shared_ptr<const NodePart> part);
  void judge_frames();
  [[nodiscard]] bool huge();
  void check_runnable() const;
  void check_hardware();

  const SharedJob job;
  const RunSettings settings;
  const std::unique_ptr<Machine> machine;
  std::optional<Theory> theory;
  std::optional<JudgedPlan> plan;      // judged if `alike` or `judged` is set
  std::optional<Verdict> alike;        // one node's verdict, extrapolated to all
  bool by_node = false;                // judge_hops() takes `alike` as the verdict
  bool judged = false;                 // judge_hops() has finished
  bool checked = false, runs = false;  // hardware was checked; the plan will be run
  std::vector<QueueDepth> depths;
  enum class Depths { unknown, of_one_node, of_each_hop } depths_from = Depths::unknown;
  std::shared_ptr<const NodeImages> images;
  std::optional<ControlledNodes> nodes;
  std::unique_ptr<PlannedRun> expected;
  std::optional<Measured> measured;
  Cost cost;
};

const Theory& Run::State::predicted() {
  if (!theory) {
    theory = job->algorithm.predict(job->problem);
    check_length(*theory);
  }
  return *theory;
}

JudgedPlan& Run::State::made() {
  if (plan) return *plan;
  predicted();
  Plan made = job->algorithm.build(job->problem);
  if (!job->given) {  // given hops have been checked
    made.open = checked_schedule(*job->problem.topology, std::move(made.open));
  }
  // Searches with a time limit may find different plans on each rank.
  if (settings.ranks->several() && searches(job->algorithm)) {
    made = same_on_all(*settings.ranks, std::move(made));
  }
  const auto limit = job->given ? job->given->limit : machine->limit(made);
  plan = JudgedPlan{.job = job, .plan = std::move(made), .limit = limit};
  return *plan;
}

// True for symmetric plans of more than `most_judged` sends, for which one node is judged and its
// verdict extrapolated; never true under --audit.
bool Run::State::huge() {
  const auto program = made().plan.hints.find<RelativeProgram>();
  if (!program || settings.audit) return false;
  std::uint64_t sends = 0;
  for (const RelativePacket& packet : program->packets) sends += packet.messages.size();
  return sends * job->problem.topology->nodes() > settings.most_judged;
}

const Verdict& Run::State::verdict(bool each_hop) {
  if (judged) return plan->verdict;
  if (alike && !each_hop) return *alike;
  const bool symmetric = huge();
  each_hop = each_hop || !symmetric || !settings.save_plan.empty();
  if (each_hop && !job->given) check_hops(*job);
  if (symmetric && !alike) judge_one_node();
  if (!each_hop) return *alike;
  // A queue limit, a violation or a missing delivery requires judging each hop.
  if (plan->limit || !flawless(alike.value_or(Verdict{}))) by_node = false;
  judge_hops();
  judged = true;
  return plan->verdict;
}

void Run::State::judge_one_node() {
  double seconds = 0;
  {
    const CpuTimer timer(seconds);
    const Problem& problem = job->problem;
    alike = judge_program(*problem.topology, problem.collective, problem.ports, problem.timing,
                          *plan->plan.hints.find<RelativeProgram>());
  }
  by_node = true;
  add(seconds, cost.check);
}

// Each rank judges only its own nodes if hardware will run the plan on several ranks, part_of()
// permits it, and no plan, trace or waveform is saved. Each rank judges the whole plan in all other
// cases, and after a verdict that is not flawless().
void Run::State::judge_hops() {
  const bool whole =
      !settings.save_plan.empty() || !settings.save_trace.empty() || !settings.wave_nodes.empty();
  const bool apart = runs && settings.ranks->several() && !whole;
  if (const auto part = apart ? part_of(job->problem, *settings.ranks) : nullptr) {
    if (settings.per_node) {
      throw InputError({"per_node"}, "several ranks judge parts", "use one rank");
    }
    judge_hops(part);
    if (flawless(plan->verdict)) return;
  }
  judge_hops(nullptr);
}

// Computes and judges the plan in batches, so that the CPU times of planning and judging can be
// measured separately.
void Run::State::judge_hops(std::shared_ptr<const NodePart> part) {
  double planning = 0, checking = 0;
  PlanJudge judge(*plan, settings, runs, by_node ? alike : std::nullopt, std::move(part));
  const auto schedule = judge.open();
  Cycle last_hop = 0;
  std::vector<std::vector<Hop>> steps(kHopsAtOnce);
  for (bool more = true; more;) {
    std::size_t used = 0, hops = 0;
    {
      const CpuTimer timer(planning);
      while (hops < kHopsAtOnce && (more = schedule->next(steps[used]))) {
        check_ascending(last_hop, steps[used].front().cycle);
        last_hop = steps[used].front().cycle;
        hops += steps[used].size();
        judge.keep(steps[used++]);
      }
    }
    const CpuTimer timer(checking);
    for (std::size_t i = 0; i < used; ++i) judge.step(steps[i]);
    const auto length = theory->formula_cycles ? theory->formula_cycles : theory->lower_bound;
    if (settings.progress)
      settings.progress("planning", length ? double(last_hop) / double(*length) : -1);
  }
  {
    const CpuTimer timer(checking);
    judge.finish(last_hop, *plan);
  }
  judge_frames();
  add(planning, cost.plan);
  add(checking, cost.check);
}

// Frames of a periodic schedule overlap, so the judge also checks a frame against later ones.
void Run::State::judge_frames() {
  if (!plan->plan.period) return;
  const Problem& problem = job->problem;
  plan->period = judge_period(*problem.topology, problem.collective, problem.ports, plan->plan.open,
                              *plan->plan.period);
  Verdict& verdict = plan->verdict;
  verdict.violation_count += plan->period->violation_count;
  verdict.violations.insert(verdict.violations.end(), plan->period->violations.begin(),
                            plan->period->violations.end());
  std::ranges::stable_sort(verdict.violations, {}, &Violation::cycle);
}

void Run::State::check_runnable() const {
  if (job->given && !job->given->unrunnable.empty()) throw InputError(job->given->unrunnable);
  if (job->problem.collective.reduces()) {
    throw InputError(
        "only the tiles of a fabric combine words of flows: run it with "
        "`fabric-period`, or write a fabric");
  }
}

// Called before planning, which may be slow.
void Run::State::check_hardware() {
  if (checked) return;
  check_runnable();
  machine->check(settings.audit);
  checked = true;
}

Run::Run(Job job, RunSettings settings)
    : state_(std::make_unique<State>(std::move(job), std::move(settings))) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;

const Job& Run::job() const { return *state_->job; }
const RunSettings& Run::settings() const { return state_->settings; }
const Machine& Run::machine() const { return *state_->machine; }
const Theory& Run::theory() { return state_->predicted(); }
const Plan& Run::plan() { return state_->made().plan; }
void Run::check_hardware() { state_->check_hardware(); }
const Verdict& Run::verdict() { return state_->verdict(false); }

const JudgedPlan& Run::judged() {
  state_->verdict(true);
  return *state_->plan;
}

bool Run::symmetric() { return state_->huge(); }

bool Run::legal() {
  return verdict().violation_count == 0 && (!job().given || job().given->objections.empty());
}

bool Run::refused() {
  return job().given && !job().hardware.anyway && verdict().violation_count > 0;
}

const std::vector<QueueDepth>& Run::depths() {
  State& s = *state_;
  const Verdict& verdict = s.verdict(false);
  const auto from = s.judged ? State::Depths::of_each_hop : State::Depths::of_one_node;
  if (s.depths_from == from) return s.depths;
  JudgedPlan seen;
  if (!s.judged)
    seen = {.job = s.job, .plan = s.plan->plan, .limit = s.plan->limit, .verdict = verdict};
  s.depths = s.machine->depths(s.judged ? *s.plan : seen);
  if (s.judged) add_occupancy(s.plan->most, network(), s.depths);
  s.depths_from = from;
  return s.depths;
}

std::optional<InputError> Run::shallow() { return too_shallow(job(), depths()); }

std::shared_ptr<const NodeImages> Run::images() {
  State& s = *state_;
  if (!s.images) {
    s.check_runnable();
    judged();
    if (const auto error = shallow()) throw *error;
    s.images = s.machine->images(*s.plan);
  }
  return s.images;
}

RomListing Run::listing() { return machine().listing(plan()); }

const ControlledNodes& Run::nodes() {
  State& s = *state_;
  if (!s.nodes) {
    s.check_hardware();
    judged();
    double seconds = 0;
    {
      const CpuTimer timer(seconds);
      s.nodes = s.machine->nodes(*s.plan);
    }
    add(seconds, s.cost.plan);
  }
  return *s.nodes;
}

ControlledNodes Run::nodes_of_images() { return machine().nodes(judged(), images()); }

const PlannedRun& Run::expected() {
  if (!state_->expected) state_->expected = std::make_unique<PlannedRun>(planned_run(*this));
  return *state_->expected;
}

const std::optional<Measured>& Run::measure(Hardware& on) {
  State& s = *state_;
  s.check_hardware();
  s.runs = true;
  auto found = on.measure(*this);
  if (!found) return s.measured;
  s.measured = std::move(found->measured);
  add(found->cost.plan.value_or(0), s.cost.plan);
  add(found->cost.check.value_or(0), s.cost.check);
  s.cost.switch_cycles = found->cost.switch_cycles;
  s.cost.evaluations = found->cost.evaluations;
  s.cost.audited = found->cost.audited;
  s.cost.cosimulate = found->cost.cosimulate;
  s.cost.build = found->cost.build;
  return s.measured;
}

Report Run::report() {
  State& s = *state_;
  Report report{.scenario = s.job->json(), .theory = theory()};
  report.cycle_seconds = network().cycle_seconds();
  report.scenario["control"] = nullptr;
  if (s.measured) report.scenario["control"] = nodes().control;
  const Verdict& verdict = s.verdict(false);
  report.plan = verdict;
  report.plan_depths = depths();
  add_proof(plan(), verdict, report.theory);
  if (const auto bound = plan().hints.find<PeriodBound>()) {
    report.theory.period_bound = bound->cycles;
    report.theory.period_bound_source = bound->source;
  }
  if (s.by_node) report.plan_note = "judged at one node for all, which run one program";
  if (!plan().note.empty()) report.plan_note = plan().note;
  report.rate = plan().rate;
  report.period = s.plan->period;
  if (const auto error = shallow()) report.shallow = error->what();
  report.sections = {saved_slots(s.job->hardware, depths())};
  if (s.nodes) {
    report.rom = s.nodes->rom;
    report.processor_rom = s.nodes->processor_rom;
    report.rom_note = s.nodes->rom_note;
    if (!s.nodes->fabric.empty()) report.scenario["fabric"] = s.nodes->fabric;
  }
  report.hardware = s.measured;
  if (const auto& given = s.job->given) {
    report.scenario["file"] = given->file;
    if (!given->note.empty()) report.plan_note = given->note;
    report.plan_left_out = in_full(verdict.cycles, given->left_out) - verdict.cycles;
    for (Violation objection : given->objections) {
      objection.cycle = report.plan->cycles;
      ++report.plan->violation_count;
      report.plan->violations.push_back(std::move(objection));
    }
  }
  add_passing(*s.plan, verdict, report);
  if (s.settings.per_node) report.nodes = node_reports(*s.plan, depths(), report.hardware);
  report.cost = s.cost;
  return report;
}

Report Run::report(Hardware& on) {
  state_->check_hardware();
  state_->runs = true;
  if (!refused()) measure(on);
  return report();
}

}  // namespace romcast
