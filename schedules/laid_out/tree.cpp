// SPDX-License-Identifier: Apache-2.0
// Embedding in a fat tree: the switches do not know broadcasts; they forward packets with one
// destination by their local rules.
#include "schedules/fat_tree/machine.hpp"
#include "schedules/laid_out/laid_out.hpp"

namespace romcast::laid_out {

Plan tree_plan(const Problem& problem, const std::shared_ptr<const LogicalSends>& sends) {
  const auto inject = [sends, collective = problem.collective](
                          NodeId leaf, std::uint64_t index) -> std::optional<Injection> {
    const auto own = sends->of(leaf);
    if (index >= own.size()) return std::nullopt;
    const auto [to, message] = own[index];
    return Injection{
        .message = collective.copy_for(to, message),
        .after = leaf == collective.source() ? kNone : collective.copy_for(leaf, message)};
  };
  return romcast::tree_plan(problem, {TreeRoute::unicast, queues_of(problem.ports), inject});
}

}  // namespace romcast::laid_out
