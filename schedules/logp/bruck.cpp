// SPDX-License-Identifier: Apache-2.0
// Bruck's algorithms, ceil(log2 P) steps for any P.
//
// Allgather: before step i = 0, 1, .. processor p holds the blocks, of M messages each, of the
// processors p .. p + 2^i - 1, modulo P. In step i it sends these blocks, or the first of them if
// the receiver lacks fewer, to processor p - 2^i, modulo P.
// Alltoall: in step i a message moves 2^i processors forward if bit i of d is set, where d is the
// distance from its source forward to its destination.
//   alltoall, P = 3, source>destination:   i = 0: 0>1 1>2 2>0 move 1   i = 1: 0>2 1>0 2>1 move 2
#include <algorithm>

#include "schedules/logp/steps.hpp"

namespace romcast {
namespace {

using namespace logp;

Steps allgather_steps(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const std::uint32_t each = problem.collective.messages();
  Steps steps{.send = [n, each](std::size_t step, std::uint64_t k, NodeId from) {
    const auto source = static_cast<NodeId>((from + k / each) % n);
    const NodeId before = NodeId{1} << step;
    return StepSend{(from + n - before) % n, source * each + static_cast<MessageId>(k % each)};
  }};
  for (std::uint64_t known = 1; known < n; known *= 2) {
    steps.sends.push_back(std::min<std::uint64_t>(known, n - known) * each);
  }
  return steps;
}

// The distances below n that have this bit.
std::vector<NodeId> distances(NodeId n, unsigned bit) {
  std::vector<NodeId> all;
  for (NodeId d = 0; d < n; ++d) {
    if ((d >> bit & 1) != 0) all.push_back(d);
  }
  return all;
}

Steps alltoall_steps(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.collective.processors());
  const std::uint32_t each = problem.collective.messages();
  std::vector<std::vector<NodeId>> on;
  Steps steps;
  for (unsigned i = 0; i < doublings(n); ++i) {
    on.push_back(distances(n, i));
    steps.sends.push_back(on.back().size() * std::uint64_t{each});
  }
  steps.send = [n, each, on = std::move(on)](std::size_t step, std::uint64_t k, NodeId from) {
    const NodeId distance = on[step][k / each], bit = NodeId{1} << step;
    const NodeId gone = distance & (bit - 1);
    const NodeId source = (from + n - gone) % n, goal = (source + distance) % n;
    return StepSend{(from + bit) % n,
                    (source * n + goal) * each + static_cast<MessageId>(k % each)};
  };
  return steps;
}

Algorithm bruck(CollectiveKind kind, std::function<Steps(const Problem&)> steps_of,
                const char* sends, const char* summary) {
  Algorithm algorithm = stepwise("bruck", kind, std::move(steps_of), sends);
  algorithm.summary = summary;
  algorithm.source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997";
  return algorithm;
}

}  // namespace

Algorithm bruck_allgather() {
  return bruck(CollectiveKind::allgather, allgather_steps, "M(P-1)",
               "ceil(log2 P) steps: what you have to 1, 2, 4, .. before");
}
Algorithm bruck_alltoall() {
  return bruck(CollectiveKind::alltoall, alltoall_steps, "M times the ones in 1 to P-1, binary",
               "ceil(log2 P) steps: what has bit i in its distance goes 2^i on; few sends, long");
}

}  // namespace romcast
