// SPDX-License-Identifier: Apache-2.0
// Rotation (Bar-Noy & Ho 1999, section 4): the broadcaster sends k new messages in every round into
// a chain of black boxes (box.hpp).
//
// `rotation` takes the chain of Proposition 8, `rotation-best` the chain that delivers messages
// soonest. Theorem 10 promises ceil(m/k) + L rounds, L = ceil(log_{k+1} n). With Proposition 8 and
// the last boxes of small_boxes.cpp this promise holds for every n if k <= 4; for k >= 5 some n
// need one more round. Corollary 9 promises that all processors have a message L rounds after the
// message leaves the broadcaster; no algorithm attains this for (n,k) = (5,5) and (35,5). With
// k = 1 (the paper requires k >= 2) the chain follows the binary representation of n-1 and takes
// m + ceil(log_2 n) rounds, or m rounds if n = 2.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "romcast/core/complete_rules.hpp"
#include "schedules/complete/bounds.hpp"
#include "schedules/complete/chain.hpp"
#include "schedules/complete/postal.hpp"

namespace romcast {
namespace {

using namespace complete;

// The text that explains why a chain is slower than Theorem 10 promises.
std::string erratum_of(const Size& size, std::uint64_t printed) {
  const std::uint64_t best = chain_rounds(best_chain(size.n, size.k), size);
  return fmt::format(
      "Corollary 9 and Theorem 10 do not hold for the chain of Proposition 8 here: {}",
      best <= printed ? fmt::format("rotation-best reaches {} with another chain", best)
                      : fmt::format("nor is any chain of these boxes faster than {}", best));
}

// The kind of the single box that the option `box` selects; empty without this option or
// if the option selects a chain.
std::string_view lone_box(const Problem& problem) {
  const auto given = problem.options.find("box");
  if (given == problem.options.end() || given->second == "chain") return "";
  return given->second;
}

Theory rotation_theory(const Problem& problem, const char* name) {
  const Size size = size_of(problem);
  const ChainShape chain = rotation_chain(name, problem);
  Theory theory{
      .formula_cycles = chain_rounds(chain, size),
      .formula_source = fmt::format("{}, Theorem 7: ceil(m/k) + {} with the chain {}",
                                    kMultiportPaper, chain_time(chain, size.k), describe(chain))};
  add_item_delay(problem, chain_item_delay(chain, size), theory);
  const std::uint64_t printed = size.groups() + ceil_log(size.k + 1, size.n);
  if (size.k > 1 && lone_box(problem).empty() && printed != theory.formula_cycles) {
    theory.paper_cycles = printed;  // an upper bound
    if (*theory.formula_cycles > printed) theory.erratum = erratum_of(size, printed);
  }
  add_lower_bound(problem, theory);
  return theory;
}

Algorithm algorithm(const char* name, std::vector<Ports::Kind> ports) {
  Algorithm algorithm = broadcast_algorithm(name, std::move(ports));
  algorithm.options = {continuous_option()};
  algorithm.build = [name](const Problem& problem) {
    const Size size = size_of(problem);
    const ChainShape chain = rotation_chain(name, problem);
    Plan plan = chain_plan(problem, chain);
    // In longer chains the rows depend on the phases of several boxes, so all processors need ROMs.
    if (chain.size() == 1 && chain.front().kind == BoxShape::Kind::nice) {
      plan.hints = hint(CompleteRules{.k = size.k, .d = chain.front().d});
    }
    return plan;
  };
  algorithm.predict = [name](const Problem& problem) { return rotation_theory(problem, name); };
  return algorithm;
}

std::string box_refusal(const Problem& problem) {
  const Size size = size_of(problem);
  const std::string_view box = lone_box(problem);
  if (box.empty() || !rotation_chain("rotation", problem).empty()) return "";
  const bool nice = box == "nice";
  std::vector<std::uint64_t> sizes;
  for (unsigned d = 1; sizes.size() < 4; ++d) {
    const std::uint64_t each = power(size.k + 1, d) - 1;
    for (std::uint32_t a = 1; a <= (nice ? 1 : size.k) && sizes.size() < 4; ++a) {
      sizes.push_back(a * each + (nice ? 0 : size.k) + 2);
    }
  }
  return fmt::format("no {} box has {} of {} processors; give {}, ..", box, size.n - 2, size.n,
                     fmt::join(sizes, ", "));
}

}  // namespace

namespace complete {

ChainShape rotation_chain(std::string_view algorithm, const Problem& problem) {
  const Size size = size_of(problem);
  const std::string_view box = lone_box(problem);
  if (box == "nice") return box_alone(BoxShape::Kind::nice, size.n, size.k);
  if (box == "special") return box_alone(BoxShape::Kind::special, size.n, size.k);
  return algorithm == "rotation-best" ? best_chain(size.n, size.k) : literal_chain(size.n, size.k);
}

}  // namespace complete

Algorithm rotation_broadcast() {
  Algorithm rotation = algorithm("rotation", {Ports::Kind::single, Ports::Kind::several});
  rotation.summary =
      "chain of nice, special and small boxes; at most ceil(m/k) + ceil(log n) (+ 1)";
  rotation.source = "Bar-Noy & Ho 1999, section 4, Proposition 8";
  rotation.paper = true;
  rotation.options.push_back({.name = "box",
                              .values = {"chain", "nice", "special"},
                              .help =
                                  "a chain of boxes, or one box alone and a processor that gets "
                                  "what the box passes on"});
  rotation.refusal = box_refusal;
  return rotation;
}

Algorithm rotation_best_broadcast() {
  Algorithm rotation = algorithm("rotation-best", {Ports::Kind::several});
  rotation.summary = "chain of boxes in which messages are known soonest";
  rotation.source = "Bar-Noy & Ho 1999, section 4; the choice of boxes is romcast's";
  return rotation;
}

}  // namespace romcast
