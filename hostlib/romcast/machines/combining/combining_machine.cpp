// SPDX-License-Identifier: Apache-2.0
// The machine for a reduce, allreduce or reduce-scatter on any network: nodes that combine the
// passing values, always controlled by ROMs.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/machines/combining/combining_images.hpp"
#include "romcast/machines/combining/combining_nodes.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/rom.hpp"

namespace romcast {
namespace {

class CombiningMachine final : public Machine {
 public:
  explicit CombiningMachine(const SharedJob& job) : Machine(job) {}

  void check(bool audit) const override {
    check_no_fabric(job_);
    constexpr std::size_t most = 5040;  // the star graph S_7; larger networks are untested
    check_direct_size(*job_.problem.topology, most);
    if (audit) throw InputError({"audit"}, "nodes that combine never sleep");
    if (job_.hardware.control == Control::rule) {
      throw InputError({"control", "rule"}, "a reduce runs from ROMs", "use `control` rom");
    }
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan&) const override { return {}; }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    return std::make_shared<CombiningImages>(compiled(plan.plan));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const std::string& folder = job_.hardware.rom_folder;
    if (folder.empty()) return nodes(plan, images(plan));
    const Problem& problem = job_.problem;
    auto read = from_folder(
        CombiningImages(empty_reduce_roms(*problem.topology, problem.collective, problem.ports)));
    check_words(read->roms);
    return nodes(plan, std::move(read));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan,
                                      std::shared_ptr<const NodeImages> images) const override {
    const ReduceRoms& roms = dynamic_cast<const CombiningImages&>(*images).roms;
    return {.machine = CombiningNodes{.network = job_.problem.topology,
                                      .collective = job_.problem.collective,
                                      .roms = {images, &roms},
                                      .maps = maps_for(plan.verdict)},
            .control = "rom",
            .rom = size_of(roms.images)};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const ReduceRoms roms = compiled(plan);
    return sequencer_listing(roms.images, roms.image_of, roms.engines);
  }

  // Switches with queues cannot combine.
  [[nodiscard]] bool can_follow(const OpenSchedule&) const override {
    return job_.problem.topology->direct();
  }

 private:
  [[nodiscard]] ReduceRoms compiled(const Plan& plan) const {
    const Problem& problem = job_.problem;
    ReduceRoms roms =
        compile_reduce_roms(*problem.topology, problem.collective, problem.ports, plan.open,
                            job_.hardware.anyway ? Illegal::run : Illegal::refuse);
    check_words(roms);
    return roms;
  }

  void check_words(const ReduceRoms& roms) const {
    const std::size_t words = size_of(roms.images).words_max;
    if (words <= job_.hardware.rom_words) return;
    throw InputError({"control", "rom"},
                     fmt::format("a node needs {} words, its ROM holds {} (`rom_words`)", words,
                                 job_.hardware.rom_words));
  }
};

}  // namespace

std::unique_ptr<Machine> combining_machine(const SharedJob& job) {
  if (!job->problem.collective.by_nodes()) return nullptr;
  return std::make_unique<CombiningMachine>(job);
}

}  // namespace romcast
