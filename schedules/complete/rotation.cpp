// SPDX-License-Identifier: Apache-2.0
// Rotation (Bar-Noy & Ho 1999, section 4): the broadcaster sends k new messages in every round into
// a chain of black boxes, each of which keeps all its processors busy for ever.
//
// `rotation` takes the chain of Proposition 8, `rotation-best` the chain in which messages are
// known soonest. Theorem 10 promises ceil(m/k) + ceil(log_{k+1} n). With Proposition 8 and the last
// boxes that we use this holds for every n where k <= 4; for k >= 5 some n need one round more, and
// Corollary 9, every message known to all within L rounds, is false for (n,k) = (5,5) and (35,5),
// whatever the algorithm. With k = 1 (the paper asks for 2) the chain is the binary representation
// of n-1 and takes m + ceil(log n).
#include <fmt/format.h>

#include "romcast/core/complete_rules.hpp"
#include "schedules/complete/bounds.hpp"
#include "schedules/complete/chain.hpp"

namespace romcast {
namespace {

using namespace complete;

// Why a chain is slower than Theorem 10 promises.
std::string erratum_of(const Size& size, std::uint64_t printed) {
  const std::uint64_t best = chain_rounds(best_chain(size.n, size.k), size);
  return fmt::format(
      "Corollary 9 and Theorem 10 do not hold for the chain of Proposition 8 here: {}",
      best <= printed ? fmt::format("rotation-best reaches {} with another chain", best)
                      : fmt::format("nor is any chain of these boxes faster than {}", best));
}

using MakeChain = ChainShape (*)(std::uint32_t n, std::uint32_t k);

Theory rotation_theory(const Problem& problem, MakeChain make_chain) {
  const Size size = size_of(problem);
  const ChainShape chain = make_chain(size.n, size.k);
  Theory theory{
      .formula_cycles = chain_rounds(chain, size),
      .formula_source = fmt::format("{}, Theorem 7: ceil(m/k) + {} with the chain {}",
                                    kMultiportPaper, chain_time(chain, size.k), describe(chain))};
  const std::uint64_t printed = size.groups() + ceil_log(size.k + 1, size.n);
  if (size.k > 1 && printed != theory.formula_cycles) {
    theory.paper_cycles = printed;  // an upper bound
    if (*theory.formula_cycles > printed) theory.erratum = erratum_of(size, printed);
  }
  add_lower_bound(problem, theory);
  return theory;
}

template <MakeChain make_chain>
Algorithm algorithm(const char* name, std::vector<Ports::Kind> ports) {
  Algorithm algorithm = broadcast_algorithm(name, std::move(ports));
  algorithm.build = [](const Problem& problem) {
    const Size size = size_of(problem);
    const ChainShape chain = make_chain(size.n, size.k);
    Plan plan = chain_plan(problem, chain);
    // In longer chains the rows depend on the phases of several boxes: all processors have ROMs.
    if (chain.size() == 1 && chain.front().kind == BoxShape::Kind::nice) {
      plan.hints = hint(CompleteRules{.k = size.k, .d = chain.front().d});
    }
    return plan;
  };
  algorithm.predict = [](const Problem& problem) { return rotation_theory(problem, make_chain); };
  return algorithm;
}

}  // namespace

Algorithm rotation_broadcast() {
  Algorithm rotation =
      algorithm<literal_chain>("rotation", {Ports::Kind::single, Ports::Kind::several});
  rotation.summary =
      "chain of nice, special and small boxes; at most ceil(m/k) + ceil(log n) (+ 1)";
  rotation.source = "Bar-Noy & Ho 1999, section 4, Proposition 8";
  rotation.paper = true;
  return rotation;
}

Algorithm rotation_best_broadcast() {
  Algorithm rotation = algorithm<best_chain>("rotation-best", {Ports::Kind::several});
  rotation.summary = "chain of boxes in which messages are known soonest";
  rotation.source = "Bar-Noy & Ho 1999, section 4; the choice of boxes is romcast's";
  return rotation;
}

}  // namespace romcast
