// SPDX-License-Identifier: Apache-2.0
// Allreduce by recursive doubling: in step i the processors whose numbers differ only in bit i
// exchange all that they have combined, M messages for M values. If the number of processors is
// P = 2^k + r, r < 2^k, then r odd processors first give their values to the even processors before
// them and get the results back at the end. The time is M k cycles, or M (k + 2) if r > 0 (L = 1,
// o = 0, g = 1).
//   P = 4:   0 <> 1, 2 <> 3   0 <> 2, 1 <> 3
//   P = 5:   1 > 0   0 2 3 4 as 0 1 2 3 of P = 4   0 > 1
// Only values of consecutive processors are combined, so the operation need not commute.
#include "schedules/combining/blocks.hpp"

namespace romcast {
namespace {

using namespace combining;

Step exchange(const Members& members, std::uint64_t values, NodeId bit) {
  return {values, [members, bit](std::uint64_t k, NodeId from) {
            const NodeId member = members.member(from);
            if (member == kNone) return kNoSend;
            return logp::StepSend{members.processor(member ^ bit), static_cast<MessageId>(k)};
          }};
}

logp::Steps recursive_doubling_allreduce_steps(const Problem& problem) {
  const Members members(problem.collective.processors());
  const std::uint64_t values = problem.collective.values();
  std::vector<Step> steps;
  if (members.pairs() > 0) steps.push_back(fold(members, values));
  for (NodeId bit = 1; bit < members.count(); bit *= 2) {
    steps.push_back(exchange(members, values, bit));
  }
  if (members.pairs() > 0) steps.push_back(unfold(members, values));
  return in_steps(std::move(steps));
}

}  // namespace

Algorithm recursive_doubling_allreduce() {
  Algorithm algorithm =
      combining::stepwise("recursive-doubling", CollectiveKind::allreduce,
                          recursive_doubling_allreduce_steps, "M log2 P (M (floor(log2 P) + 2))");
  algorithm.summary = "exchange all with 1, 2, 4, .. away; P other than 2^k: two steps more";
  return algorithm;
}

}  // namespace romcast
