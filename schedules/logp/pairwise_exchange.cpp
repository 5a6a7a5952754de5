// SPDX-License-Identifier: Apache-2.0
// Alltoall pair by pair, P a power of two: in step i = 1 .. P-1 the processors p and p xor i
// exchange their messages for each other.
//   P = 4:   step 1: 0 <> 1, 2 <> 3   step 2: 0 <> 2, 1 <> 3   step 3: 0 <> 3, 1 <> 2
#include "schedules/logp/steps.hpp"

namespace romcast {
namespace {

using namespace logp;

Steps pairwise_exchange_steps(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const std::uint32_t each = problem.collective.messages();
  return {.sends = std::vector<std::uint64_t>(n - 1, each),
          .send = [n, each](std::size_t step, std::uint64_t k, NodeId from) {
            const auto to = from ^ static_cast<NodeId>(step + 1);
            return StepSend{to, (from * n + to) * each + static_cast<MessageId>(k)};
          }};
}

}  // namespace

Algorithm pairwise_exchange_alltoall() {
  Algorithm algorithm =
      stepwise("pairwise-exchange", CollectiveKind::alltoall, pairwise_exchange_steps, "M(P-1)");
  algorithm.summary = "P-1 steps: exchange with partner p xor i; P a power of two";
  algorithm.source = "textbooks; Thakur, Rabenseifner & Gropp 2005";
  algorithm.refusal = refuse_other_than_powers_of_two;
  return algorithm;
}

}  // namespace romcast
