// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/crossbar/computed_rows.hpp"
#include "romcast/machines/crossbar/crossbar_images.hpp"
#include "romcast/machines/crossbar/crossbar_nodes.hpp"
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
  const std::uint32_t ports = ports_of(job);
  const std::uint64_t messages = job.problem.collective.message_numbers();
  if (ports > CrossbarNodes::kMostPorts) {
    throw InputError({"ports", ports},
                     fmt::format("the hardware has at most {}", CrossbarNodes::kMostPorts),
                     "use romcast plan");
  }
  if (processors * ports > CrossbarNodes::kMostLines) {
    throw InputError(
        {"processors", processors},
        fmt::format("{} each are {} lines", counted(ports, "port"), processors * ports),
        fmt::format("the crossbar has at most {}; use romcast plan", CrossbarNodes::kMostLines));
  }
  if (processors * ports * messages > CrossbarNodes::kMostPlaces) {
    throw InputError(
        {"messages", messages},
        fmt::format(
            "the ports of {} processors need {} slots for them, the hardware has {} at most",
            processors, processors * ports * messages, CrossbarNodes::kMostPlaces),
        "use romcast plan");
  }
  if (messages > CrossbarNodes::kMostMessages) {
    throw InputError(
        {"messages", messages},
        fmt::format("the hardware stores at most {} in a processor", CrossbarNodes::kMostMessages),
        "use romcast plan");
  }
}

// Throws InputError for a latency above 1 if the fabric is a Benes network, or if the delay lines
// after the crossbar, which hold the messages in transit, would have too many rows.
void check_latency(const Job& job) {
  const std::uint32_t latency = job.problem.timing.latency;
  if (latency == 1) return;
  const std::uint64_t lines = job.problem.topology->processors() * ports_of(job);
  if (lines * line_rows(latency) > CrossbarNodes::kMostLineRows) {
    throw InputError({"latency", latency},
                     fmt::format("{} lines would keep more than {} messages in transit", lines,
                                 CrossbarNodes::kMostLineRows),
                     "use romcast plan");
  }
  if (fabric_of(job.hardware) == FabricKind::benes) {
    throw InputError({"fabric", "benes"}, "machines with a latency have a crossbar",
                     "use `fabric` crossbar");
  }
}

void check_options(const Job& job, bool audit) {
  const HardwareOptions& options = job.hardware;
  check_size(job);
  check_latency(job);
  if (audit) {
    throw InputError({"audit"}, "the processors of a fully connected network never sleep");
  }
  if (!options.rom_folder.empty() && options.control == Control::rule) {
    throw InputError({"control", "rule"},
                     fmt::format("`rom` {} runs ROM images", options.rom_folder),
                     "give one of the two");
  }
  if (fabric_of(options) == FabricKind::benes && options.control == Control::rule) {
    throw InputError({"control", "rule"}, "a Benes network decodes no destinations",
                     "use `control` rom or `fabric` crossbar");
  }
}

void check_rows(const char* what, std::size_t rows, std::uint32_t rom_words) {
  if (rows > rom_words) {
    throw InputError({"rom_words", rom_words},
                     fmt::format("{} needs {}", what, counted(rows, "row")));
  }
  if (rows > CrossbarNodes::kMostRows) {
    throw InputError(fmt::format("{} needs {}, its ROM has at most {}; take fewer messages", what,
                                 counted(rows, "row"), CrossbarNodes::kMostRows));
  }
}

// The control of the fabric: ROM in a Benes network, and in a crossbar if the job asks for ROMs and
// the latency is 1; rule in other crossbars, which decode the destinations that flits name.
Control control_of(const HardwareOptions& options, std::uint32_t latency) {
  if (latency > 1) return Control::rule;
  if (fabric_of(options) == FabricKind::benes) return Control::rom;
  return options.control.value_or(Control::rule);
}

// The plan's rules that compute the rows; nullopt if the plan has none or the job asks for ROMs.
std::optional<CompleteRules> rules_of(const Plan& plan, const HardwareOptions& options) {
  const bool from_rom = options.control == Control::rom || !options.rom_folder.empty();
  if (from_rom) return std::nullopt;
  const auto rules = plan.hints.find<CompleteRules>();
  return rules ? std::optional(*rules) : std::nullopt;
}

std::optional<FabricRom> fabric_rom(const Complete& complete, const CompleteRoms& roms,
                                    Cycle rounds, const Job& job) {
  const HardwareOptions& options = job.hardware;
  if (control_of(options, job.problem.timing.latency) == Control::rule) return std::nullopt;
  const FabricKind kind = fabric_of(options);
  FabricRom rom = romcast::fabric_rom(kind, complete, roms, rounds);
  check_rows(kind == FabricKind::benes ? "the Benes network" : "the crossbar", rom.rows.words(),
             options.rom_words);
  return rom;
}

// Throws InputError if the folder was made for another fabric than the job asks for.
void check_fabric(const std::optional<FabricRom>& rom, const Job& job) {
  const HardwareOptions& options = job.hardware;
  const FabricKind kind = fabric_of(options);
  const bool wanted = control_of(options, job.problem.timing.latency) == Control::rom;
  if ((wanted && !rom) || (rom && rom->kind != kind)) {
    throw InputError({"rom", options.rom_folder},
                     fmt::format("made for {}", rom ? fmt::format("`fabric` {}", name(rom->kind))
                                                    : "a crossbar that decodes destinations"),
                     "give romcast rom the same `fabric` and `control`");
  }
}

class CrossbarMachine final : public Machine {
 public:
  CrossbarMachine(const SharedJob& job, std::shared_ptr<const Complete> complete)
      : Machine(job), complete_(std::move(complete)) {}

  void check(bool audit) const override { check_options(job_, audit); }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan&) const override {
    const Collective& collective = job_.problem.collective;
    return {{.where = "processors",
             .queue = "store",
             .queues = complete_->processors(),
             .needed = static_cast<std::uint32_t>(collective.message_numbers()),
             .built = CrossbarNodes::places(collective),
             .message_bits = CompleteFlitCodec(collective).width(),
             .entry_bits = CompleteFlitCodec(collective).width()}};
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    CompleteRoms roms = compiled(plan.plan);
    check_rows("a processor", roms.longest_period(), job_.hardware.rom_words);
    auto fabric = fabric_rom(*complete_, roms, roms.last_round, job_);
    return std::make_shared<CrossbarImages>(std::move(roms), std::move(fabric));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const HardwareOptions& options = job_.hardware;
    if (!options.rom_folder.empty()) {
      auto images = from_folder(CrossbarImages());
      check_rows("a processor", images->roms.longest_period(), options.rom_words);
      check_fabric(images->fabric, job_);
      return controlled(std::move(images));
    }
    const auto rules = rules_of(plan.plan, options);
    CompleteRoms roms =
        rules ? computed_rows(*rules, job_.problem.collective, plan.last_hop) : compiled(plan.plan);
    if (!rules) check_rows("a processor", roms.longest_period(), options.rom_words);
    auto fabric = fabric_rom(*complete_, roms, plan.last_hop, job_);
    return controlled(std::make_shared<CrossbarImages>(std::move(roms), std::move(fabric)), rules);
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan&,
                                      std::shared_ptr<const NodeImages> images) const override {
    return controlled(std::dynamic_pointer_cast<const CrossbarImages>(std::move(images)));
  }

  // Lists the rows of one period of each processor; a row lasts one round.
  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const CompleteRoms roms = compiled(plan);
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
  // True if reports name ROMs as the control although the crossbar has none: with a latency above 1
  // only processors have ROMs.
  [[nodiscard]] bool sent_by_rom() const {
    return job_.problem.timing.latency > 1 && job_.hardware.control == Control::rom;
  }
  [[nodiscard]] CompleteRoms compiled(const Plan& plan) const {
    return compile_complete_roms(*complete_, job_.problem.collective, ports_of(job_), plan.open);
  }

  [[nodiscard]] ControlledNodes controlled(std::shared_ptr<const CrossbarImages> images,
                                           std::optional<CompleteRules> rules = {}) const {
    const FabricKind kind = fabric_of(job_.hardware);
    const auto& fabric = images->fabric;
    ControlledNodes nodes{.machine = CrossbarNodes{.complete = complete_,
                                                   .collective = job_.problem.collective,
                                                   .latency = job_.problem.timing.latency,
                                                   .roms = {images, &images->roms},
                                                   .rules = rules,
                                                   .kind = kind,
                                                   .fabric = {images, fabric ? &*fabric : nullptr}},
                          .control = fabric || sent_by_rom() ? "rom" : "rule",
                          .fabric = std::string(name(kind))};
    if (!rules) nodes.processor_rom = size_of(packed_programs(images->roms));
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
      {"fabric", name(*fabric)},
      fmt::format("`network` {} has switches of its own", job.problem.topology->network()),
      "`network` complete has a fabric");
}

std::unique_ptr<Machine> crossbar_machine(const SharedJob& job) {
  const auto& network = job->problem.topology;
  if (!network->crossbar()) return nullptr;
  return std::make_unique<CrossbarMachine>(job, network_as<Complete>(network));
}

}  // namespace romcast
