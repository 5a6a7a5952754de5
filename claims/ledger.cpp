// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast::claims {
namespace {

// True for the options of an algorithm that finds the fewest cycles and proves that fewer are
// impossible.
bool searched(const std::string& run) {
  return run.find("-a exact") != std::string::npos ||
         run.find("-a multi-sending") != std::string::npos;
}

Trial try_point(const Claim& claim, const Point& point,
                const std::map<std::string, Figures>& results) {
  Row row(point);
  Trial trial{.at = point.at, .runs = point.runs};
  trial.solved = point.solved;
  for (const std::string& run : point.runs) {
    const Figures& figures = results.at(run);
    row.add(figures);
    if (trial.fault.empty() && !figures.fault.empty()) {
      trial.fault = fmt::format("{}: {}", run, figures.fault);
    }
  }
  if (!point.runs.empty()) {
    const Figures& first = row.predicted();
    trial.bound = first.bound;
    trial.plan = first.plan_cycles;
    trial.hardware = run_on_hardware(first) ? first.cycles : std::nullopt;
    trial.queue = first["max_queue"];
    trial.waiting = first["max_waiting"];
    trial.solved = std::ranges::all_of(point.runs, searched);
  }
  if (!trial.fault.empty()) {
    trial.printed_holds = trial.corrected_holds = false;
    return trial;
  }
  trial.measured = claim.measured(row);
  trial.basis = row.basis();
  trial.printed = claim.printed(row);
  if (claim.corrected) trial.corrected = claim.corrected(row);
  const auto ok = [&](Relation relation, std::optional<double> formula) {
    return !formula || (trial.measured && holds(*trial.measured, relation, *formula));
  };
  trial.printed_holds = ok(claim.relation, trial.printed);
  trial.corrected_holds = ok(claim.corrected_relation.value_or(claim.relation), trial.corrected);
  return trial;
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.10g}", *value) : "nothing";
}

std::string tell(const Claim& claim, const Trial& trial) {
  if (!trial.fault.empty()) return fmt::format("{}: {}", describe(trial.at), trial.fault);
  std::string text =
      fmt::format("{}: measured {}, printed {} {}", describe(trial.at), number(trial.measured),
                  sign(claim.relation), number(trial.printed));
  if (!trial.runs.empty()) text += fmt::format(" (romcast {})", shown(trial.runs.front()));
  return text;
}

// The weakest basis of the points that have a figure.
Basis basis_of(const std::vector<Trial>& trials) {
  Basis least = Basis::none;
  for (const Trial& trial : trials) {
    if (!trial.measured) continue;
    least = least == Basis::none ? trial.basis : std::min(least, trial.basis);
  }
  return least;
}

// Least distance, over the trials, of the measured figure from the corrected formula, if
// `corrected`, else from the printed formula; nothing if no trial has both figure and formula.
std::optional<double> least_distance(const Entry& entry, bool corrected) {
  std::optional<double> least;
  for (const Trial& trial : entry.trials) {
    const std::optional<double> formula = corrected ? trial.corrected : trial.printed;
    if (!formula || !trial.measured) continue;
    const double distance = std::abs(*trial.measured - *formula);
    if (!least || distance < *least) least = distance;
  }
  return least;
}

// For relations <= and >=: sets entry.slack to least_distance(). The entry is faulty if entry.slack
// exceeds claim.slack or, on the quick grid, is at most claim.slack - 1. (The full grid contains
// the quick one, so trials on the full grid may come nearer to the formula.)
void check_distance(Entry& entry, bool corrected, Effort effort) {
  const Claim& claim = *entry.claim;
  const Relation relation =
      corrected ? claim.corrected_relation.value_or(claim.relation) : claim.relation;
  if (relation != Relation::at_most && relation != Relation::at_least) return;
  entry.slack = least_distance(entry, corrected);
  if (!entry.slack) return;
  const bool near = holds(*entry.slack, Relation::at_most, claim.slack);
  const bool nearer = holds(*entry.slack, Relation::at_most, claim.slack - 1);
  if (near && (effort == Effort::full || !nearer)) return;
  entry.faulty = true;
  entry.reason =
      fmt::format("the trial proves nothing: the nearest figure is {} from the formula, not {}",
                  number(entry.slack), number(claim.slack));
}

// Judges a claim that an example exists. A point without a formula is no example.
void judge_existence(Entry& entry) {
  const bool found = std::ranges::any_of(
      entry.trials, [](const Trial& trial) { return trial.printed && trial.printed_holds; });
  entry.counterexample.clear();
  entry.verdict = found ? "confirmed" : "not testable";
  entry.meaning = !found ? "not shown" : entry.basis == Basis::computed ? "computed only" : "holds";
  if (!found) entry.reason = "no point that was tried is an example";
}

std::string meaning_of(const Entry& entry, bool printed, bool corrected) {
  const Claim& claim = *entry.claim;
  if (entry.faulty) return "no result";
  if (!printed && (!corrected || claim.repair == Repair::partly)) return "false, open";
  if (!printed) {
    return claim.repair == Repair::misprint ? "holds after repair of a misprint"
                                            : "false, the right value known";
  }
  if (claim.sense == Sense::bound) return "not contradicted";
  return entry.basis == Basis::computed ? "computed only" : "holds";
}

}  // namespace

std::string_view name_of(Basis basis) {
  constexpr std::array<std::string_view, 4> names{"", "computed", "plan", "hardware"};
  return names.at(static_cast<std::size_t>(basis));
}

std::string shown(const std::string& run) {
  return run.starts_with(kPlanOnly) ? run : "run " + run;
}

std::vector<std::string> runs_of(const std::vector<const Claim*>& claims, Effort effort) {
  std::vector<std::string> all;
  std::set<std::string> known;
  for (const Claim* claim : claims) {
    if (!claim->grid) continue;
    for (const Point& point : claim->grid(effort)) {
      for (const std::string& run : point.runs) {
        if (known.insert(run).second) all.push_back(run);
      }
    }
  }
  return all;
}

std::vector<Trial> curve_of(const Claim& claim, Effort effort) {
  std::vector<Trial> all;
  if (!claim.curve) return all;
  for (const Point& point : claim.curve(effort)) {
    const Row row(point);
    Trial& trial = all.emplace_back(Trial{.at = point.at});
    trial.printed = claim.printed(row);
    if (claim.corrected) trial.corrected = claim.corrected(row);
  }
  return all;
}

Entry judge(const Paper& paper, const Claim& claim, Effort effort,
            const std::map<std::string, Figures>& results) {
  Entry entry{.paper = &paper, .claim = &claim};
  if (!claim.grid) {
    entry.verdict = entry.meaning = "not testable";
    entry.reason = claim.untestable;
    return entry;
  }
  bool corrected = bool(claim.corrected), printed = true;
  for (const Point& point : claim.grid(effort)) {
    const Trial& trial = entry.trials.emplace_back(try_point(claim, point, results));
    if (printed && !trial.printed_holds) entry.counterexample = tell(claim, trial);
    if (!entry.faulty && !trial.fault.empty()) {
      entry.faulty = true;
      entry.reason = "a run proves nothing: " + trial.fault;
    }
    printed = printed && trial.printed_holds;
    corrected = corrected && trial.corrected_holds;
  }
  entry.basis = basis_of(entry.trials);
  if (claim.sense == Sense::exists && !entry.faulty) {
    judge_existence(entry);
    return entry;
  }
  if (!entry.faulty && (printed || corrected)) check_distance(entry, !printed, effort);
  entry.verdict = entry.faulty ? "refuted"
                  : printed    ? "confirmed"
                  : corrected  ? "confirmed with correction"
                               : "refuted";
  entry.meaning = meaning_of(entry, printed, corrected);
  if (!printed && !corrected && entry.reason.empty() && claim.corrected) {
    const auto failed = std::ranges::find(entry.trials, false, &Trial::corrected_holds);
    entry.reason = fmt::format("the corrected formula fails, too: {}: measured {}, corrected {} {}",
                               describe(failed->at), number(failed->measured),
                               sign(claim.corrected_relation.value_or(claim.relation)),
                               number(failed->corrected));
  }
  return entry;
}

}  // namespace romcast::claims
