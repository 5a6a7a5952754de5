// SPDX-License-Identifier: Apache-2.0
// A reduce whose nodes combine on the way, on any network.
#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

class ReduceMachine final : public Machine {
 public:
  explicit ReduceMachine(const Resolved& resolved) : Machine(resolved) {}

  void check(const RunOptions&) const override { refuse(); }
  [[nodiscard]] std::shared_ptr<NodeHardware> make(const Plan&, const PlanFigures&,
                                                   const RunOptions&, Report&) const override {
    refuse();
  }
  [[nodiscard]] std::vector<QueueDepth> depths(const Plan&, const PlanFigures&,
                                               const RunOptions&) const override {
    return {};
  }
  std::vector<RomRow> write_roms(const std::string&, const Plan&, const std::vector<QueueDepth>&,
                                 const RunOptions&) const override {
    refuse();
  }
  // Queues do not combine.
  [[nodiscard]] bool can_follow(const OpenSchedule&) const override {
    return resolved_.problem.topology->direct();
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError(
        fmt::format("--collective reduce: there is no hardware for it on --network {} yet; use "
                    "romcast plan or check",
                    resolved_.problem.topology->network()));
  }
};

}  // namespace

std::unique_ptr<Machine> reduce_machine(const Resolved& resolved) {
  if (!resolved.problem.collective.by_nodes()) return nullptr;
  return std::make_unique<ReduceMachine>(resolved);
}

}  // namespace romcast
