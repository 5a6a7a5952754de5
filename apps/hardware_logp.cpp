// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "apps/logp_rom_folder.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "systemc/logp_hardware.hpp"

namespace romcast {
namespace {

using Hardware = LogpHardware;

void check_size(const Resolved& resolved) {
  const Problem& problem = resolved.problem;
  const std::size_t processors = problem.topology->processors();
  if (processors > Hardware::kMostProcessors) {
    throw InputError(
        fmt::format("--processors {}: the crossbar has at most {} lines; use romcast plan",
                    processors, Hardware::kMostProcessors));
  }
  if (problem.timing.latency > Hardware::kLongestLatency) {
    throw InputError(fmt::format(
        "--latency {}: the lines of the hardware have a register per cycle, {} at most; use "
        "romcast plan",
        problem.timing.latency, Hardware::kLongestLatency));
  }
  const bool stored = problem.collective.kind() == CollectiveKind::broadcast;
  if (stored && problem.collective.messages() > Hardware::kMostMessages) {
    throw InputError(fmt::format(
        "--messages {}: the hardware stores at most {} in a processor; use romcast plan",
        problem.collective.messages(), Hardware::kMostMessages));
  }
}

void check_cycles(const Resolved& resolved, const PlanFigures& figures) {
  const std::uint64_t processors = resolved.problem.topology->processors();
  const std::uint64_t cycles = std::max(figures.last_hop, figures.verdict.cycles);
  const std::uint64_t most = Hardware::kMostProcessorCycles / processors;
  if (cycles <= most) return;
  throw InputError(
      fmt::format("{} cycles are too many to run, the hardware of {} processors does {} at most; "
                  "use romcast plan or check",
                  cycles, processors, most));
}

LogpRoms compiled(const Resolved& resolved, const Plan& plan) {
  const Problem& problem = resolved.problem;
  const auto& complete = dynamic_cast<const Complete&>(*problem.topology);
  LogpRoms roms;
  if (plan.logp_program && plan.logp_program->pace == 1 && !problem.timing.buffered) {
    roms.cyclic = cyclic_roms(complete, problem.collective, *plan.logp_program);
  } else {
    roms.timed = compile_timed_roms(complete, problem.collective, problem.timing, plan.open);
  }
  return roms;
}

// From a folder if one is given.
LogpRoms roms_for(const Resolved& resolved, const Plan& plan, const RunOptions& options) {
  LogpRoms roms = options.rom_folder.empty() ? compiled(resolved, plan)
                                             : read_logp_roms(options.rom_folder, resolved);
  const std::size_t rows = roms.longest();
  if (rows > options.rom_words || rows > Hardware::kMostRows) {
    throw InputError(fmt::format("--rom-words {}: a processor needs {}",
                                 std::min(options.rom_words, Hardware::kMostRows),
                                 counted(rows, "row")));
  }
  return roms;
}

std::uint32_t queue_places(const Resolved& resolved, const PlanFigures& figures) {
  const std::uint32_t needed = figures.verdict.max_queue;
  return resolved.queue_depth.value_or(std::max(resolved.fit ? 1U : 2U, needed));
}

void check(const Resolved& resolved, const RunOptions& options) {
  check_size(resolved);
  if (options.audit) {
    throw InputError("--audit: the processors of a LogP machine never sleep");
  }
  if (options.control == Control::rule) {
    throw InputError("--control rule: processors of a LogP machine send by ROM; use --control rom");
  }
  if (options.fabric == FabricKind::benes) {
    throw InputError("--fabric benes: LogP machines have a crossbar; use --fabric crossbar");
  }
}

std::shared_ptr<NodeHardware> make(const Resolved& resolved, const Plan& plan,
                                   const PlanFigures& figures, const RunOptions& options,
                                   Report& report) {
  check_cycles(resolved, figures);
  const Problem& problem = resolved.problem;
  const auto complete = std::dynamic_pointer_cast<const Complete>(problem.topology);
  auto roms = std::make_shared<LogpRoms>(roms_for(resolved, plan, options));
  report.scenario["fabric"] = "crossbar";
  report.processor_rom = roms->size();
  LogpHardware::Machine machine{.complete = complete,
                                .collective = problem.collective,
                                .timing = problem.timing,
                                .roms = std::move(roms),
                                .ordered = figures.verdict.ordered.value_or(false),
                                .queue_depth = queue_places(resolved, figures),
                                .last_hop = figures.last_hop,
                                .cycles = figures.verdict.cycles};
  if (problem.collective.kind() == CollectiveKind::summation) {
    machine.operands = operand_order(*complete, problem.collective, problem.timing, plan.open);
  }
  return std::make_shared<LogpHardware>(std::move(machine));
}

std::vector<QueueDepth> depths(const Resolved& resolved, const Plan&, const PlanFigures& figures,
                               const RunOptions&) {
  const Problem& problem = resolved.problem;
  if (!problem.timing.buffered) return {};
  return {{.where = "processors",
           .queue = "input",
           .queues = problem.topology->processors(),
           .needed = figures.verdict.max_queue,
           .built = queue_places(resolved, figures),
           .message_bits = CompleteFlitCodec(problem.collective).width(),
           .entry_bits = CompleteFlitCodec(problem.collective).width()}};
}

std::vector<RomRow> write_roms(const std::string& folder, const Resolved& resolved,
                               const Plan& plan, const std::vector<QueueDepth>& built,
                               const RunOptions& options) {
  const LogpRoms roms = roms_for(resolved, plan, options);
  write_rom_folder(folder, resolved, built, roms);
  return {{"processors", roms.size()}};
}

std::optional<QueueLimit> limit(const Resolved& resolved, const Plan&) {
  if (!resolved.queue_depth) return std::nullopt;
  return QueueLimit{QueueKind::store, *resolved.queue_depth};
}

}  // namespace

bool is_logp(const Problem& problem) {
  return !problem.timing.plain() || problem.collective.combines() ||
         problem.collective.kind() != CollectiveKind::broadcast;
}

Machine logp_machine() {
  return {
      .serves =
          [](const Problem& problem) { return problem.topology->crossbar() && is_logp(problem); },
      .check = check,
      .limit = limit,
      .make = make,
      .depths = depths,
      .write_roms = write_roms};
}

}  // namespace romcast
