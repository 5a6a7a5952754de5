// SPDX-License-Identifier: Apache-2.0
// Allgather round a ring in P-1 steps: every processor sends the next one its own M messages, then
// in each step those that it received last.
//   P = 4, M = 1:   step 1: 0 > 1 > 2 > 3 > 0 (own messages)   steps 2, 3: those received last
#include "schedules/logp/steps.hpp"

namespace romcast {
namespace {

using namespace logp;

Steps ring_allgather_steps(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const std::uint32_t each = problem.collective.messages();
  return {.sends = std::vector<std::uint64_t>(n - 1, each),
          .send = [n, each](std::size_t step, std::uint64_t k, NodeId from) {
            const auto source = static_cast<NodeId>((from + n - step) % n);
            return StepSend{(from + 1) % n, source * each + static_cast<MessageId>(k)};
          }};
}

}  // namespace

Algorithm ring_allgather() {
  Algorithm algorithm = stepwise("ring", CollectiveKind::allgather, ring_allgather_steps, "M(P-1)");
  algorithm.summary = "P-1 steps round a ring: to the next what came last";
  algorithm.source = "textbooks; Thakur, Rabenseifner & Gropp 2005";
  return algorithm;
}

}  // namespace romcast
