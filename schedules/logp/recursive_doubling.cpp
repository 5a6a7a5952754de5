// SPDX-License-Identifier: Apache-2.0
// Allgather by recursive doubling, P a power of two, M messages per processor: in each of
// the steps i = 0 .. log2 P - 1, two processors whose numbers differ only in bit i exchange all
// messages that they have, 2^i M each.
//   P = 4, M = 1:   i = 0: 0 <> 1, 2 <> 3 (own)   i = 1: 0 <> 2, 1 <> 3 (own and received)
#include "schedules/logp/steps.hpp"

namespace romcast {
namespace {

using namespace logp;

Steps recursive_doubling_allgather_steps(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  Steps steps{.send = [each](std::size_t step, std::uint64_t k, NodeId from) {
    const auto source = from ^ static_cast<NodeId>(k / each);
    return StepSend{from ^ NodeId{1} << step, source * each + static_cast<MessageId>(k % each)};
  }};
  for (unsigned i = 0; i < doublings(problem.collective.processors()); ++i) {
    steps.sends.push_back(std::uint64_t{each} << i);
  }
  return steps;
}

}  // namespace

Algorithm recursive_doubling_logp_allgather() {
  Algorithm algorithm = stepwise("recursive-doubling", CollectiveKind::allgather,
                                 recursive_doubling_allgather_steps, "M(P-1)");
  algorithm.summary = "log2 P steps: exchange all you have with 1, 2, 4, .. away; P a power of two";
  algorithm.source = "textbooks; Thakur, Rabenseifner & Gropp 2005";
  algorithm.refusal = refuse_other_than_powers_of_two;
  return algorithm;
}

}  // namespace romcast
