// SPDX-License-Identifier: Apache-2.0
#include "complete_rounds.hpp"

#include <algorithm>

namespace romcast::test {
namespace {

namespace oc = oracle::complete;

using Build = oc::Sends (*)(const oc::Job&);

// Algorithms that the oracle constructs itself.
const std::map<std::string, Build>& constructions() {
  static const std::map<std::string, Build> all{{"path", oc::path},
                                                {"binomial", oc::binomial},
                                                {"binary-tree", oc::binary_tree},
                                                {"hypercube", oc::hypercube},
                                                {"circulant", oc::circulant},
                                                {"clipped-cube", oc::clipped_cube},
                                                {"k-tree", oc::k_tree},
                                                {"rotation", oc::rotation}};
  return all;
}

unsigned rounds_of(const oc::Job& job, const oc::Sends& sends) {
  return oc::judge(job, 0, sends).rounds;
}

unsigned fibonacci_rounds(const oc::Job& job, unsigned degree) {
  if (degree != 0) return rounds_of(job, oc::fibonacci(job, degree));
  unsigned best = ~0U;
  for (unsigned d = 3; d < job.n; ++d) {
    if (oc::fibonacci_fits(job.n, d)) best = std::min(best, fibonacci_rounds(job, d));
  }
  return best;
}

}  // namespace

oc::Range CompleteRounds::of(const std::string& algorithm, const oc::Job& job, unsigned degree) {
  if (algorithm == "rotation-best") return best_chain(job);
  // The least is the larger of the bounds of Lemmas 2 and 3 of Bar-Noy & Ho; the most is one round
  // more than the formula of their Theorem 10.
  if (algorithm == "rarest-first") {
    return {oc::lemma3(job), oc::ceil_div(job.m, job.k) + oc::ceil_log(job.k + 1, job.n) + 1};
  }
  if (algorithm == "late-relay") {
    const unsigned rounds = oc::ceil_div(job.m, job.k) + 1;
    return {rounds, rounds};
  }
  if (algorithm == "d-ary-trees") return oc::d_ary_trees(job, std::max(degree, 2U));
  const unsigned rounds = algorithm == "fibonacci"
                              ? fibonacci_rounds(job, degree)
                              : rounds_of(job, constructions().at(algorithm)(job));
  return {rounds, rounds};
}

std::set<std::string> CompleteRounds::algorithms() {
  std::set<std::string> names{"rotation-best", "d-ary-trees", "fibonacci", "late-relay",
                              "rarest-first"};
  for (const auto& [name, build] : constructions()) names.insert(name);
  return names;
}

// The range of `rotation-best` for m messages and k ports. The upper end is ceil(m / k), the rounds
// in which the source sends, plus the delay of the best chain of boxes. If the source sends fewer
// than k messages in its last round, these may avoid the slowest inputs of the last box. Then the
// lower end is one round less or, if m < k, the lower bound lemma3().
oc::Range CompleteRounds::best_chain(const oc::Job& job) {
  auto& known = delays_[job.k];
  if (known.size() <= job.n) known = oc::best_delays(2 * job.n, job.k);
  const unsigned most = oc::ceil_div(job.m, job.k) + known[job.n];
  if (job.m < job.k) return {oc::lemma3(job), most};
  return {job.m % job.k == 0 ? most : most - 1, most};
}

}  // namespace romcast::test
