// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/crossbar/computed_rows.hpp"
#include "romcast/machines/crossbar/crossbar_images.hpp"
#include "romcast/machines/machine.hpp"

namespace romcast {
namespace {

std::uint32_t ports_of(const Job& job) {
  const Ports ports = job.problem.ports;
  return ports.single() ? 1 : ports.count;
}

FabricKind fabric_of(const HardwareOptions& options) {
  return options.fabric.value_or(FabricKind::crossbar);
}

// Refuses sizes that the hardware does not support.
void check_size(const Job& job) {
  const std::size_t processors = job.problem.topology->processors();
  const std::uint32_t ports = ports_of(job), messages = job.problem.collective.messages();
  if (ports > CrossbarNodes::kMostPorts) {
    throw InputError(fmt::format("--ports {}: the hardware has at most {}; use romcast plan", ports,
                                 CrossbarNodes::kMostPorts));
  }
  if (processors * ports > CrossbarNodes::kMostLines) {
    throw InputError(fmt::format(
        "--processors {}: {} each are {} lines; the crossbar has at most {}; use romcast plan",
        processors, counted(ports, "port"), processors * ports, CrossbarNodes::kMostLines));
  }
  if (processors * ports * messages > CrossbarNodes::kMostPlaces) {
    throw InputError(fmt::format(
        "--messages {}: the ports of {} processors need {} slots for them, the "
        "hardware has {} at most; use romcast plan",
        messages, processors, processors * ports * messages, CrossbarNodes::kMostPlaces));
  }
  if (messages > CrossbarNodes::kMostMessages) {
    throw InputError(fmt::format(
        "--messages {}: the hardware stores at most {} in a processor; use romcast plan", messages,
        CrossbarNodes::kMostMessages));
  }
}

void check_options(const Job& job, bool audit) {
  const HardwareOptions& options = job.hardware;
  check_size(job);
  if (audit) {
    throw InputError("--audit: the processors of a fully connected network never sleep");
  }
  if (!options.rom_folder.empty() && options.control == Control::rule) {
    throw InputError(fmt::format("--control rule: --rom {} runs ROM images; give one of the two",
                                 options.rom_folder));
  }
  if (fabric_of(options) == FabricKind::benes && options.control == Control::rule) {
    throw InputError(
        "--control rule: a Benes network decodes no destinations; use --control rom or --fabric "
        "crossbar");
  }
}

void check_rows(const char* what, std::size_t rows, std::uint32_t rom_words) {
  if (rows > rom_words) {
    throw InputError(
        fmt::format("--rom-words {}: {} needs {}", rom_words, what, counted(rows, "row")));
  }
  if (rows > CrossbarNodes::kMostRows) {
    throw InputError(fmt::format("{} needs {}, its ROM has at most {}; take fewer messages", what,
                                 counted(rows, "row"), CrossbarNodes::kMostRows));
  }
}

// The control of the fabric; a crossbar needs no ROM, as flits name their destinations.
Control control_of(const HardwareOptions& options) {
  if (fabric_of(options) == FabricKind::benes) return Control::rom;
  return options.control.value_or(Control::rule);
}

// The rules that compute the rows, if there are any, unless the job asks for ROMs.
std::optional<CompleteRules> rules_of(const Plan& plan, const HardwareOptions& options) {
  const bool from_rom = options.control == Control::rom || !options.rom_folder.empty();
  if (from_rom) return std::nullopt;
  const auto rules = plan.hints.find<CompleteRules>();
  return rules ? std::optional(*rules) : std::nullopt;
}

CompleteRoms compiled_rows(const Complete& complete, const Job& job, const Plan& plan) {
  return compile_complete_roms(complete, job.problem.collective, ports_of(job), plan.open);
}

CompleteRoms rows_of(const Complete& complete, const Job& job, const Plan& plan, Cycle rounds) {
  const HardwareOptions& options = job.hardware;
  const Collective& collective = job.problem.collective;
  if (const auto rules = rules_of(plan, options)) return computed_rows(*rules, collective, rounds);
  CompleteRoms roms = options.rom_folder.empty() ? compiled_rows(complete, job, plan)
                                                 : read_complete_roms(options.rom_folder, job);
  check_rows("a processor", roms.longest_period(), options.rom_words);
  return roms;
}

std::shared_ptr<const FabricRom> fabric_rom(const Complete& complete, const CompleteRoms& roms,
                                            Cycle rounds, const HardwareOptions& options) {
  if (control_of(options) == Control::rule) return nullptr;
  const FabricKind kind = fabric_of(options);
  auto rom = std::make_shared<FabricRom>(romcast::fabric_rom(kind, complete, roms, rounds));
  check_rows(kind == FabricKind::benes ? "the Benes network" : "the crossbar", rom->rows.words(),
             options.rom_words);
  return rom;
}

// The fabric's ROM in a folder, which must have been made for the requested fabric.
std::shared_ptr<const FabricRom> fabric_from(const Job& job) {
  const HardwareOptions& options = job.hardware;
  auto rom = read_fabric_rom(options.rom_folder, job);
  const FabricKind kind = fabric_of(options);
  const bool wanted = kind == FabricKind::benes || options.control == Control::rom;
  if ((wanted && !rom) || (rom && rom->kind != kind)) {
    throw InputError(
        fmt::format("--rom {}: made for {}; give romcast rom the same --fabric and "
                    "--control",
                    options.rom_folder,
                    rom ? fmt::format("--fabric {}", name(rom->kind))
                        : "a crossbar that decodes destinations"));
  }
  return rom ? std::make_shared<const FabricRom>(std::move(*rom)) : nullptr;
}

class CompleteMachine final : public Machine {
 public:
  CompleteMachine(const SharedJob& job, std::shared_ptr<const Complete> complete)
      : Machine(job), complete_(std::move(complete)) {}

  void check(bool audit) const override { check_options(job_, audit); }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan& plan) const override {
    const Collective& collective = job_.problem.collective;
    return {{.where = "processors",
             .queue = "store",
             .queues = complete_->processors(),
             .needed = plan.verdict.max_queue,
             .built = CrossbarNodes::places(collective.messages()),
             .message_bits = CompleteFlitCodec(collective).width(),
             .entry_bits = CompleteFlitCodec(collective).width()}};
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    auto roms = std::make_shared<const CompleteRoms>(compiled_rows(*complete_, job_, plan.plan));
    check_rows("a processor", roms->longest_period(), job_.hardware.rom_words);
    auto fabric = fabric_rom(*complete_, *roms, roms->last_round, job_.hardware);
    return std::make_shared<CompleteImages>(std::move(roms), std::move(fabric));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const Cycle rounds = plan.last_hop;
    auto roms = std::make_shared<const CompleteRoms>(rows_of(*complete_, job_, plan.plan, rounds));
    auto fabric = job_.hardware.rom_folder.empty()
                      ? fabric_rom(*complete_, *roms, rounds, job_.hardware)
                      : fabric_from(job_);
    return controlled(roms, fabric, rules_of(plan.plan, job_.hardware));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan&,
                                      std::shared_ptr<const NodeImages> images) const override {
    const auto& rows = dynamic_cast<const CompleteImages&>(*images);
    return controlled(rows.roms, rows.fabric);
  }

  // Lists periodic rows, one per round.
  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const CompleteRoms roms = compiled_rows(*complete_, job_, plan);
    const std::vector<RomImage> images = packed_programs(roms);
    std::vector<std::vector<RomListing::Word>> programs;
    for (const std::uint32_t image : roms.program_of) {
      auto& program = programs.emplace_back();
      for (std::size_t r = 0; r < images[image].words(); ++r) {
        program.push_back(listed_row(images[image], r, 1));
      }
    }
    return processor_listing(std::move(programs), true);
  }

 private:
  [[nodiscard]] ControlledNodes controlled(const std::shared_ptr<const CompleteRoms>& roms,
                                           const std::shared_ptr<const FabricRom>& fabric,
                                           std::optional<CompleteRules> rules = {}) const {
    const FabricKind kind = fabric_of(job_.hardware);
    ControlledNodes nodes{.machine = CrossbarNodes{.complete = complete_,
                                                   .collective = job_.problem.collective,
                                                   .roms = roms,
                                                   .rules = rules,
                                                   .kind = kind,
                                                   .fabric = fabric},
                          .control = fabric ? "rom" : "rule",
                          .fabric = std::string(name(kind))};
    if (!rules) nodes.processor_rom = size_of(packed_programs(*roms));
    if (fabric) nodes.rom = size_of({fabric->rows});
    return nodes;
  }

  std::shared_ptr<const Complete> complete_;
};

}  // namespace

void check_no_fabric(const Job& job) {
  const auto& fabric = job.hardware.fabric;
  if (!fabric) return;
  throw InputError(
      fmt::format("--fabric {}: --network {} has switches of its own; --network complete has a "
                  "fabric",
                  name(*fabric), job.problem.topology->network()));
}

std::unique_ptr<Machine> complete_machine(const SharedJob& job) {
  const auto& network = job->problem.topology;
  if (!network->crossbar()) return nullptr;
  return std::make_unique<CompleteMachine>(job, network_as<Complete>(network));
}

}  // namespace romcast
