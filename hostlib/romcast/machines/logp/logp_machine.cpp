// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/logp/logp_images.hpp"
#include "romcast/machines/logp/logp_nodes.hpp"
#include "romcast/machines/machine.hpp"

namespace romcast {
namespace {

void check_size(const Job& job) {
  const Problem& problem = job.problem;
  const std::size_t processors = problem.topology->processors();
  if (processors > LogpNodes::kMostProcessors) {
    throw InputError({"processors", processors},
                     fmt::format("the crossbar has at most {} lines", LogpNodes::kMostProcessors),
                     "use romcast plan");
  }
  if (LogpNodes::line_bytes(processors, problem.timing) > LogpNodes::kMostLineBytes) {
    throw InputError(
        {"latency", problem.timing.latency},
        fmt::format("the lines of {} processors would keep more than {} MiB of messages",
                    processors, LogpNodes::kMostLineBytes >> 20),
        "use romcast plan");
  }
  const bool stored = problem.collective.traits().one_to_all();
  if (stored && problem.collective.messages() > LogpNodes::kMostMessages) {
    throw InputError(
        {"messages", problem.collective.messages()},
        fmt::format("the hardware stores at most {} in a processor", LogpNodes::kMostMessages),
        "use romcast plan");
  }
}

void check_cycles(std::uint64_t processors, const JudgedPlan& plan) {
  const std::uint64_t cycles = std::max(plan.last_hop, plan.verdict.cycles);
  const std::uint64_t most = LogpNodes::kMostProcessorCycles / processors;
  if (cycles <= most) return;
  throw InputError(
      fmt::format("{} cycles are too many to run, the hardware of {} processors does {} at most; "
                  "use romcast plan or check",
                  cycles, processors, most));
}

LogpRoms compiled(const Complete& complete, const Problem& problem, const Plan& plan) {
  LogpRoms roms;
  const auto program = plan.hints.find<LogpProgram>();
  if (program && program->pace == 1 && !problem.timing.buffered) {
    roms.cyclic = cyclic_roms(complete, problem.collective, *program);
  } else {
    roms.timed = compile_timed_roms(complete, problem.collective, problem.timing, plan.open);
  }
  return roms;
}

void check_rows(const LogpRoms& roms, const HardwareOptions& options) {
  const std::size_t rows = roms.longest();
  if (rows > LogpNodes::kMostRows) {
    throw InputError(fmt::format("a processor needs {}, its ROM has at most {}; use romcast plan",
                                 counted(rows, "row"), LogpNodes::kMostRows));
  }
  if (rows > options.rom_words) {
    throw InputError({"rom_words", options.rom_words},
                     fmt::format("a processor needs {}", counted(rows, "row")));
  }
}

std::uint32_t queue_places(const HardwareOptions& options, std::uint32_t needed) {
  return options.slots(std::max(1U, needed), std::max(2U, needed));
}

void check_options(const Job& job, bool audit) {
  const HardwareOptions& options = job.hardware;
  check_size(job);
  if (audit) {
    throw InputError({"audit"}, "the processors of a LogP machine never sleep");
  }
  if (options.control == Control::rule) {
    throw InputError({"control", "rule"}, "processors of a LogP machine send by ROM",
                     "use `control` rom");
  }
  if (options.fabric == FabricKind::benes) {
    throw InputError({"fabric", "benes"}, "LogP machines have a crossbar", "use `fabric` crossbar");
  }
}

using Words = std::vector<RomListing::Word>;

// Each processor's rows with their cycles. A row fires 1 + `times` times and lasts 1 + `wait`
// cycles each time: `wait` idle cycles, then the cycle in which the row fires.
std::vector<Words> timed_words(const TimedRoms& roms, const std::vector<RomImage>& images) {
  std::vector<Words> programs;
  for (const std::uint32_t list : roms.list_of) {
    Words& words = programs.emplace_back();
    for (std::size_t r = 0; r < roms.lists[list].size(); ++r) {
      const TimedRow& row = roms.lists[list][r];
      words.push_back(listed_row(images[list], r,
                                 (std::uint64_t{row.times} + 1) * (std::uint64_t{row.wait} + 1)));
    }
  }
  return programs;
}

// The rows that each processor v executes, in order, with their cycles: start[v] + 1 cycles for the
// first row, which fires in the last of these cycles, and one cycle for each further row.
std::vector<Words> cyclic_words(const CyclicRoms& roms, const std::vector<RomImage>& images) {
  std::vector<Words> programs;
  for (std::size_t v = 0; v < roms.block_of.size(); ++v) {
    Words& words = programs.emplace_back();
    const std::size_t block = roms.block_of[v];
    if (block == kNone || images[block].words() == 0) continue;
    const std::size_t members = images[block].words();
    for (std::uint64_t item = roms.first[v]; item < roms.items; item += members) {
      for (std::size_t r = 0; r < members; ++r) {
        words.push_back(listed_row(images[block], r, words.empty() ? roms.start[v] + 1 : 1));
      }
    }
  }
  return programs;
}

class LogpMachine final : public Machine {
 public:
  LogpMachine(const SharedJob& job, std::shared_ptr<const Complete> complete)
      : Machine(job), complete_(std::move(complete)) {}

  void check(bool audit) const override { check_options(job_, audit); }

  [[nodiscard]] bool counts_transit() const override { return true; }

  [[nodiscard]] std::optional<QueueLimit> limit(const Plan&) const override {
    if (!job_.hardware.queue_depth) return std::nullopt;
    return QueueLimit{QueueKind::store, *job_.hardware.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan& plan) const override {
    const Problem& problem = job_.problem;
    if (!problem.timing.buffered) return {};
    return {{.where = "processors",
             .queue = "input",
             .queues = complete_->processors(),
             .needed = plan.verdict.max_queue,
             .built = queue_places(job_.hardware, plan.verdict.max_queue),
             .message_bits = CompleteFlitCodec(problem.collective).width(),
             .entry_bits = CompleteFlitCodec(problem.collective).width()}};
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    auto images = std::make_shared<LogpImages>(compiled(*complete_, job_.problem, plan.plan));
    check_rows(images->roms, job_.hardware);
    return images;
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    check_cycles(complete_->processors(), plan);
    if (job_.hardware.rom_folder.empty()) return nodes(plan, images(plan));
    auto read = from_folder(LogpImages());
    check_rows(read->roms, job_.hardware);
    return nodes(plan, std::move(read));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan,
                                      std::shared_ptr<const NodeImages> images) const override {
    check_cycles(complete_->processors(), plan);
    const Problem& problem = job_.problem;
    const LogpRoms& roms = dynamic_cast<const LogpImages&>(*images).roms;
    LogpNodes machine{.complete = complete_,
                      .collective = problem.collective,
                      .timing = problem.timing,
                      .roms = {images, &roms},
                      .maps = maps_for(plan.verdict),
                      .queue_depth = queue_places(job_.hardware, plan.verdict.max_queue),
                      .last_hop = plan.last_hop,
                      .cycles = plan.verdict.cycles};
    if (problem.collective.traits().addition > 0) {
      machine.operands =
          operand_order(*complete_, problem.collective, problem.timing, plan.plan.open);
    }
    return {.machine = std::move(machine),
            .control = "rom",
            .processor_rom = roms.size(),
            .fabric = "crossbar"};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const Problem& problem = job_.problem;
    const LogpRoms roms = compiled(*complete_, problem, plan);
    const auto images = roms.packed(logp_fields(problem.collective, problem.timing));
    return processor_listing(
        roms.timed ? timed_words(*roms.timed, images) : cyclic_words(*roms.cyclic, images), false);
  }

 private:
  std::shared_ptr<const Complete> complete_;
};

// True for single-port problems that have LogP times or are not one-to-all. Processors with several
// ports have the interfaces of crossbar machines.
bool is_logp(const Problem& problem) {
  if (!problem.ports.single()) return false;
  return !problem.timing.plain() || !problem.collective.traits().one_to_all();
}

}  // namespace

std::unique_ptr<Machine> logp_machine(const SharedJob& job) {
  const auto& network = job->problem.topology;
  if (!network->crossbar() || !is_logp(job->problem)) return nullptr;
  return std::make_unique<LogpMachine>(job, network_as<Complete>(network));
}

}  // namespace romcast
