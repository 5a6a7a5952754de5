// SPDX-License-Identifier: Apache-2.0
// Rabenseifner's allreduce: a reduce-scatter by recursive halving, then an allgather by recursive
// doubling, the same exchanges backwards. If the number of processors is P = 2^k + r, r < 2^k, then
// r odd processors first give their values to the even processors before them and get the results
// back at the end. M values take 2 M (2^k - 1) / 2^k cycles if 2^k divides M, and 2 M more if r > 0
// (L = 1, o = 0, g = 1).
//   P = 4, blocks a b c d:   0 > 1 (b d), 0 > 2 (c); then 0 > 2 (a), 0 > 1 (a c), others likewise
// Only values of consecutive processors are combined, so the operation need not commute.
#include "schedules/combining/blocks.hpp"

namespace romcast {
namespace {

using namespace combining;

logp::Steps rabenseifner_steps(const Problem& problem) {
  const Members members(problem.collective.processors());
  const Blocks blocks(problem.collective, members.count());
  const std::uint64_t values = problem.collective.values();
  std::vector<Step> steps;
  if (members.pairs() > 0) steps.push_back(fold(members, values));
  for (Step& step : halving(members, blocks)) steps.push_back(std::move(step));
  for (Step& step : doubling(members, blocks)) steps.push_back(std::move(step));
  if (members.pairs() > 0) steps.push_back(unfold(members, values));
  return in_steps(std::move(steps));
}

}  // namespace

Algorithm rabenseifner_allreduce() {
  Algorithm algorithm =
      combining::stepwise("rabenseifner", CollectiveKind::allreduce, rabenseifner_steps,
                          "2M(1 - 1/2^k), 2M more if P is not 2^k,");
  algorithm.summary =
      "recursive halving, then recursive doubling; P other than 2^k: two steps more";
  algorithm.source = "Rabenseifner 2004";
  return algorithm;
}

}  // namespace romcast
