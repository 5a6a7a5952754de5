// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/store_counters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast {

StoreCounters::StoreCounters(const Topology& topology, const Collective& collective,
                             std::optional<QueueLimit> limit, const std::vector<char>& here)
    : topology_(topology),
      stays_(collective.multicast()),
      limit_(limit),
      stores_(topology.nodes()) {
  for (NodeId node = 0; node < stores_.size(); ++node) {
    if (!here.empty() && here[node] == 0) continue;
    const auto own =
        static_cast<std::uint32_t>(collective.copies() ? 0 : collective.own_messages(node));
    stores_[node].count = stores_[node].most = own;
    if (limit_ && own > limit_->depth) stores_[node].over = 1;
  }
}

StoreCounters::Figures StoreCounters::finish() {
  Figures figures;
  for (NodeId node = 0; node < stores_.size(); ++node) {
    Store& store = stores_[node];
    settle(store, cycle_);
    figures.switches.push_back(
        {.level = 1, .max_queue = store.most, .max_waiting = stays_ ? 0 : store.most_waiting});
    if (store.over == 0) continue;
    figures.violations.push_back(
        {store.over, ViolationKind::queue_too_deep,
         fmt::format("node {}: its store needs {} slots, it has {}", topology_.node_name(node),
                     store.most, limit_->depth)});
  }
  std::ranges::stable_sort(figures.violations, {}, &Violation::cycle);
  return figures;
}

}  // namespace romcast
