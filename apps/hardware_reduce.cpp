// SPDX-License-Identifier: Apache-2.0
// A reduce whose nodes combine on the way, on any network: always led by ROMs.
#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "apps/reduce_rom_folder.hpp"
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
    constexpr std::size_t most = 5040;  // S_7; larger ones have not been tried
    check_direct_size(*resolved_.problem.topology, most);
    if (options.audit) throw InputError("--audit: nodes that combine never sleep");
    if (options.control == Control::rule) {
      throw InputError("--control rule: a reduce runs from ROMs; use --control rom");
    }
  }

  [[nodiscard]] std::shared_ptr<NodeHardware> make(const Plan& plan, const PlanFigures& figures,
                                                   const RunOptions& options,
                                                   Report& report) const override {
    const Problem& problem = resolved_.problem;
    auto roms = std::make_shared<const ReduceRoms>(roms_for(plan, options));
    report.rom = size_of(roms->images);
    return std::make_shared<ReduceHardware>(problem.topology, problem.collective, std::move(roms),
                                            maps_for(figures.verdict));
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const Plan&, const PlanFigures&,
                                               const RunOptions&) const override {
    return {};
  }

  [[nodiscard]] RomOutput roms(const Plan& plan, const std::vector<QueueDepth>&,
                               const RunOptions& options) const override {
    ReduceRoms roms = roms_for(plan, options);
    std::vector<RomRow> rows{{"nodes", size_of(roms.images)}};
    return {rom_writer(resolved_, std::move(roms)), std::move(rows)};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const ReduceRoms roms = roms_for(plan, {});
    return sequencer_listing(roms.images, roms.image_of, roms.engines);
  }

  // Queues do not combine.
  [[nodiscard]] bool can_follow(const OpenSchedule&) const override {
    return resolved_.problem.topology->direct();
  }

 private:
  // From a folder if one is given.
  [[nodiscard]] ReduceRoms roms_for(const Plan& plan, const RunOptions& options) const {
    const Problem& problem = resolved_.problem;
    ReduceRoms roms =
        options.rom_folder.empty()
            ? compile_reduce_roms(*problem.topology, problem.collective, problem.ports, plan.open,
                                  options.anyway ? Illegal::run : Illegal::refuse)
            : read_reduce_roms(options.rom_folder, resolved_);
    const std::size_t words = size_of(roms.images).words_max;
    if (words <= options.rom_words) return roms;
    throw InputError(
        fmt::format("--control rom: a node needs {} words, its ROM holds {} (--rom-words)", words,
                    options.rom_words));
  }
};

}  // namespace

std::unique_ptr<Machine> reduce_machine(const Resolved& resolved) {
  if (!resolved.problem.collective.by_nodes()) return nullptr;
  return std::make_unique<ReduceMachine>(resolved);
}

}  // namespace romcast
