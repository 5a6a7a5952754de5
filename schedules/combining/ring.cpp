// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allreduce round a ring, the values in P blocks. In each of P-1 steps a
// processor adds its own values to the block that it received last and sends the sum on; then block
// p is combined at processor p, the last on the block's path. An allreduce has P-1 more steps, in
// which the combined blocks go round.
//   P = 3, blocks a b c, an allreduce (0 >c 1: processor 0 sends block c to processor 1):
//     0 >c 1 >a 2 >b 0    0 >b 1 >c 2 >a 0    0 >a 1 >b 2 >c 0    0 >c 1 >a 2 >b 0
// A reduce-scatter of M values per block takes (P-1) M cycles, the bound; an allreduce of M values
// takes 2 (P-1) ceil(M/P), the bound if P divides M (L = 1, o = 0, g = 1). Values are combined in
// cyclic order of the processors, with 0 after P-1, so the operation must commute.
#include "schedules/combining/blocks.hpp"

namespace romcast {
namespace {

using namespace combining;

// Processor p sends block p - `before`, modulo P, to processor p + 1.
Step pass_on(const Blocks& blocks, NodeId before) {
  return {blocks.largest(), [blocks, before](std::uint64_t k, NodeId from) {
            const NodeId n = blocks.count(), block = (from + n - before) % n;
            if (k >= blocks.size(block)) return kNoSend;
            return logp::StepSend{(from + 1) % n, blocks.begin(block) + static_cast<MessageId>(k)};
          }};
}

logp::Steps ring_block_steps(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const Blocks blocks(problem.collective, n);
  std::vector<Step> steps;
  for (NodeId before = 1; before < n; ++before) steps.push_back(pass_on(blocks, before));
  if (problem.collective.kind() == CollectiveKind::allreduce) {
    for (NodeId before = 0; before + 1 < n; ++before) steps.push_back(pass_on(blocks, before));
  }
  return in_steps(std::move(steps));
}

}  // namespace

Algorithm ring_reduce_scatter() {
  Algorithm algorithm =
      combining::stepwise("ring", CollectiveKind::reduce_scatter, ring_block_steps, "M(P-1)");
  algorithm.summary = "P-1 steps round a ring: what came last, with the own value";
  return algorithm;
}

Algorithm ring_allreduce() {
  Algorithm algorithm =
      combining::stepwise("ring", CollectiveKind::allreduce, ring_block_steps, "2(P-1) ceil(M/P)");
  algorithm.summary = "2(P-1) steps round a ring: blocks are combined, then passed on";
  algorithm.source = "Patarasuk & Yuan 2009";
  return algorithm;
}

}  // namespace romcast
