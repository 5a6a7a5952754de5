// SPDX-License-Identifier: Apache-2.0
// Broadcast of many items, each of which leaves the source once (KSSS, sections 3.2 and 3.3): every
// item goes down an optimal tree, one pace (pace.hpp) after the item before it, and a block of
// processors takes turns at each node of the tree. KSSS construct such schedules for f_t receivers
// (period.hpp) and 3 <= L <= 10. Here there may be any number of receivers if L <= 30; for larger L
// it depends on a search (planner.hpp) whether there is a schedule. Machines that have a table
// (tables.hpp) use the table's schedule instead of blocks, unless `letters` is "outline".
#include <fmt/format.h>

#include "romcast/core/wording.hpp"
#include "schedules/logp/base_case.hpp"
#include "schedules/logp/expand.hpp"
#include "schedules/logp/pace.hpp"
#include "schedules/logp/tables.hpp"

namespace romcast {
namespace {

using namespace logp;

struct TableChoice {
  Pace pace;
  std::uint64_t cycles = 0;      // of the whole run
  std::uint64_t item = 0;        // from an item's send by the source to its last reception
  std::optional<Table> table{};  // if set, used instead of `blocks`
  BlockCyclic blocks{};
};

std::uint64_t horizon_of(const Pace& pace, std::uint64_t receivers) {
  return broadcast_time({.processors = receivers, .timing = {.latency = pace.latency}});
}

// The blocks, with letters as the outline of section 3.3 deals them; empty if the number of
// receivers is no f_t, or if the outline leads to no solution.
std::optional<BlockCyclic> outlined(std::uint32_t latency, std::uint32_t receivers,
                                    std::uint64_t horizon) {
  const auto t = static_cast<std::uint32_t>(horizon);
  if (fibonacci(latency, t)[t] != receivers) return std::nullopt;
  auto period = base_case(latency, t);
  if (!period) return std::nullopt;
  return BlockCyclic{latency, receivers, t, 0, std::move(*period)};
}

bool by_outline(const Problem& problem) {
  const auto given = problem.options.find("letters");
  return given != problem.options.end() && given->second == "outline";
}

std::optional<TableChoice> choice_at(const Pace& pace, const Machine& machine, std::uint32_t items,
                                     bool outline) {
  const auto receivers = static_cast<std::uint32_t>(machine.processors - 1);
  TableChoice choice{.pace = pace};
  if (!outline) choice.table = find_table(pace.latency, receivers);
  if (!choice.table) {
    auto blocks = outline ? outlined(pace.latency, receivers, horizon_of(pace, receivers))
                          : plan_block_cyclic(pace.latency, receivers);
    if (!blocks) return std::nullopt;
    choice.blocks = std::move(*blocks);
  }
  const std::uint64_t last =
      !choice.table ? choice.blocks.horizon + choice.blocks.late : choice.table->horizon;
  choice.item = last * pace.cycles + machine.reach();
  choice.cycles = choice.item + (items - std::uint64_t{1}) * pace.cycles;
  return choice;
}

// The pace and schedule with the fewest cycles; empty if no pace has a schedule.
std::optional<TableChoice> choose_table(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const std::uint32_t items = problem.collective.messages();
  std::vector<std::pair<std::uint64_t, Pace>> candidates;  // with a lower bound of the time
  for (const Pace& pace : paces(machine)) {
    const std::uint64_t steps = items - 1 + horizon_of(pace, machine.processors - 1);
    candidates.emplace_back(steps * pace.cycles + machine.reach(), pace);
  }
  std::ranges::sort(candidates, {},
                    [](const auto& c) { return std::pair(c.first, c.second.cycles); });
  std::optional<TableChoice> best;
  for (const auto& [cycles, pace] : candidates) {
    if (best && best->cycles <= cycles) break;
    auto choice = choice_at(pace, machine, items, by_outline(problem));
    if (choice && (!best || choice->cycles < best->cycles)) best = std::move(choice);
  }
  return best;
}

std::string block_cyclic_refusal(const Problem& problem) {
  if (choose_table(problem)) return "";
  if (by_outline(problem)) {
    return "the outline of section 3.3 deals the letters for few machines: P-1 = P(t), t = 3L-3 "
           "for "
           "L = 4 .. 10";
  }
  return fmt::format(
      "no block-cyclic schedule was found for latency {} and {} processors; use "
      "`algorithm` buffered, or latency 16 or less",
      problem.timing.latency, problem.collective.processors());
}

Plan block_cyclic_plan(const Problem& problem) {
  const TableChoice choice = *choose_table(problem);
  check_cycles(choice.cycles, problem);
  const Collective& collective = problem.collective;
  if (choice.table) {
    const std::uint32_t period = choice.table->period;
    Plan plan = complete::periodic_plan(problem, period, period, table_edges(*choice.table));
    return {.open = at_pace(std::move(plan.open), choice.pace.cycles)};
  }
  LogpProgram program = expand(choice.blocks);
  program.pace = static_cast<std::uint32_t>(choice.pace.cycles);
  program.items = collective.messages();
  const auto shared = std::make_shared<const LogpProgram>(std::move(program));
  return {.open = open_program(shared, collective.source(),
                               static_cast<NodeId>(collective.processors())),
          .hints = hint(shared)};
}

std::string formula_of(const TableChoice& choice, const Machine& machine) {
  const std::uint32_t late = !choice.table ? choice.blocks.late : 0;
  std::string text = fmt::format("{}, {}: B(P-1) + L + k - 1{}", kPaper,
                                 late == 0 ? "section 3.3 for every P" : "Theorem 3.5 for every P",
                                 late == 0 ? "" : fmt::format(" + {}", late));
  if (choice.pace.cycles > 1) {
    text +=
        fmt::format(" with L = {} in paces of {} cycles", choice.pace.latency, choice.pace.cycles);
    if (machine.overhead() > 0) text += ", at which overheads do not meet";
  }
  return text;
}

Theory block_cyclic_theory(const Problem& problem) {
  const auto choice = choose_table(problem);
  Theory theory;
  add_broadcast_bound(problem, theory);
  if (!choice) return theory;
  theory.formula_cycles = choice->cycles;
  theory.item_delay = choice->item;
  theory.formula_source = formula_of(*choice, machine_of(problem));
  const auto continuous = problem.options.find("continuous");
  if (continuous != problem.options.end() && continuous->second == "on") {
    theory.formula_source +=
        fmt::format("; every item takes {}, and none can take fewer than L + B(P-1) = {}",
                    counted(choice->item, "cycle"),
                    machine_of(problem).reach() +
                        broadcast_time({.processors = problem.collective.processors() - 1,
                                        .timing = problem.timing}));
  }
  return theory;
}

}  // namespace

Algorithm block_cyclic_broadcast() {
  Algorithm algorithm = logp_algorithm("block-cyclic", CollectiveKind::broadcast);
  algorithm.summary =
      "every item down an optimal tree, at whose nodes blocks of processors take "
      "turns; B(P-1) + L + k - 1";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, sections 3.2 and 3.3; every P: romcast";
  algorithm.options = {{.name = "continuous",
                        .values = {"off", "on"},
                        .help = "tell how long one item takes, as if there were ever more"},
                       {.name = "letters",
                        .values = {"search", "outline"},
                        .help = "deal the letters to the blocks by search, or by the outline of "
                                "section 3.3"}};
  algorithm.refusal = block_cyclic_refusal;
  algorithm.build = block_cyclic_plan;
  algorithm.predict = block_cyclic_theory;
  return algorithm;
}

}  // namespace romcast
