// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/deliveries.hpp"

#include <utility>

#include "romcast/msccl/claim.hpp"
#include "romcast/msccl/scheduling.hpp"

namespace romcast::msccl {
namespace {

std::uint32_t chunk_of(const Execution& execution, const Cell& cell) {
  return execution.values().chunks(cell.value)[0];
}

std::vector<Demand> demands_of(const Program& program, const Execution& execution) {
  std::vector<Demand> demands;
  const std::uint32_t stride = sizes_of(program).input;
  std::uint32_t last = kNone;
  for (const Delivery& one : deliveries(program, execution)) {
    if (one.chunk != std::exchange(last, one.chunk)) demands.push_back({one.chunk / stride});
    demands.back().destinations.push_back(one.gpu);
  }
  return demands;
}

}  // namespace

std::set<Delivery> deliveries(const Program& program, const Execution& execution) {
  std::set<Delivery> all;
  const std::uint32_t stride = sizes_of(program).input;
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    for (std::uint32_t k = 0; k < sizes_of(program, g).output; ++k) {
      const Cell& cell = execution.output(g, k);
      if (cell.value == kNone || chunk_of(execution, cell) / stride == g) continue;
      all.insert({chunk_of(execution, cell), g});
    }
  }
  return all;
}

std::vector<bool> needed_transfers(const Program& program, const Execution& execution) {
  std::vector<bool> needed(execution.transfers().size(), program.adds);
  const NodeId root = root_of(program, execution);
  const bool custom = program.claim == Claim::custom;
  std::set<Delivery> open;
  if (custom && !program.adds) open = deliveries(program, execution);
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    if (!ends_at(program, g, root)) continue;
    for (std::uint32_t k = 0; k < sizes_of(program, g).output; ++k) {
      if (custom) {
        const Cell& cell = execution.output(g, k);
        if (cell.value == kNone || open.erase({chunk_of(execution, cell), g}) == 0) continue;
      }
      for (std::uint32_t t = execution.output(g, k).brought_by; t != kNone && !needed[t];
           t = execution.transfers()[t].brought_by) {
        needed[t] = true;
      }
    }
  }
  return needed;
}

Collective collective_of(const Program& program, const Execution& execution,
                         const Topology& topology) {
  const NodeId root = root_of(program, execution);
  const std::size_t gpus = program.gpus.size();
  if (program.claim == Claim::custom) {
    return Collective::of_demands(
        gpus, program.adds ? std::vector<Demand>{} : demands_of(program, execution));
  }
  if (combines(program.claim) && !topology.crossbar()) {
    const Collective sums =
        Collective::combined_by_nodes(gpus, root, program.chunks_each(), kind_of(program.claim));
    return topology.nodes() > gpus ? sums.relayed() : sums;
  }
  return {kind_of(program.claim), gpus, root, program.chunks_each()};
}

}  // namespace romcast::msccl
