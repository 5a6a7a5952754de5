// SPDX-License-Identifier: Apache-2.0
// A reduce whose nodes combine on the way, on any network: always led by ROMs.
#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "romcast/core/error.hpp"
#include "romcast/rom/rom.hpp"
#include "systemc/reduce_hardware.hpp"

namespace romcast {
namespace {

class ReduceMachine final : public Machine {
 public:
  explicit ReduceMachine(const Resolved& resolved) : Machine(resolved) {}

  void check(const RunOptions& options) const override {
    check_no_fabric(resolved_, options);
    check_direct_size(*resolved_.problem.topology);
    if (options.audit) throw InputError("--audit: nodes that combine never sleep");
    if (options.control == Control::rule) {
      throw InputError("--control rule: a reduce runs from ROMs; use --control rom");
    }
    if (!options.rom_folder.empty()) {
      throw InputError(fmt::format("--rom {}: a reduce compiles its ROMs itself; leave it out",
                                   options.rom_folder));
    }
  }

  [[nodiscard]] std::shared_ptr<NodeHardware> make(const Plan& plan, const PlanFigures& figures,
                                                   const RunOptions& options,
                                                   Report& report) const override {
    const Problem& problem = resolved_.problem;
    auto roms = std::make_shared<const ReduceRoms>(
        compile_reduce_roms(*problem.topology, problem.collective, problem.ports, plan.open,
                            options.anyway ? Illegal::run : Illegal::refuse));
    report.rom = size_of(roms->images);
    if (report.rom->words_max > options.rom_words) {
      throw InputError(
          fmt::format("--control rom: a node needs {} words, its ROM holds {} (--rom-words)",
                      report.rom->words_max, options.rom_words));
    }
    return std::make_shared<ReduceHardware>(problem.topology, problem.collective, std::move(roms),
                                            figures.verdict.ordered.value_or(false));
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const Plan&, const PlanFigures&,
                                               const RunOptions&) const override {
    return {};
  }

  std::vector<RomRow> write_roms(const std::string& folder, const Plan&,
                                 const std::vector<QueueDepth>&, const RunOptions&) const override {
    throw InputError(fmt::format(
        "--output {}: there are no folders of ROMs of a reduce; romcast run makes them itself",
        folder));
  }

  // Queues do not combine.
  [[nodiscard]] bool can_follow(const OpenSchedule&) const override {
    return resolved_.problem.topology->direct();
  }
};

}  // namespace

std::unique_ptr<Machine> reduce_machine(const Resolved& resolved) {
  if (!resolved.problem.collective.by_nodes()) return nullptr;
  return std::make_unique<ReduceMachine>(resolved);
}

}  // namespace romcast
