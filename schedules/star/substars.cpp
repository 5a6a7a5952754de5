// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/substars.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>
#include <tuple>

#include "romcast/core/error.hpp"
#include "romcast/core/star_routing.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/star.hpp"

namespace romcast::star {
namespace {

constexpr std::string_view kBest = "best";

[[noreturn]] void refuse(std::string_view text, unsigned n) {
  throw InputError(
      {"substars", text},
      fmt::format(
          "give best or sizes of nested substars, descending from at most {} to 1, e.g. {}1", n - 1,
          n > 3 ? "3,2," : "2,"));
}

Chain parse_chain(std::string_view text, unsigned n) {
  Chain chain;
  unsigned above = n;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    unsigned size = 0;
    const auto [rest, error] = std::from_chars(at, end, size);
    if (error != std::errc{} || size < 1 || size >= above) refuse(text, n);
    chain.push_back(above = size);
    if (rest == end) break;
    if (*rest != ',') refuse(text, n);
    at = rest + 1;
  }
  if (chain.back() != 1) refuse(text, n);
  return chain;
}

// Writes the program of grouped_plan(): spread() takes the messages of a node for all nodes of the
// star, in the order of slot_order(), and sends these messages substar by substar.
class Grouping {
 public:
  Grouping(const Problem& problem, std::vector<Paths> steps)
      : graph_(graph(problem)),
        writer_(problem.timing, packet_cap(problem)),
        ways_(std::move(steps)) {}
  void spread(std::span<RelativeMessage> block, std::size_t step = 0) {
    if (step == ways_.size()) return;
    const std::size_t size = block.size() / ways_[step].size();
    for (std::size_t i = 0; i < ways_[step].size(); ++i) {
      const auto packet = block.subspan(i * size, size);
      for (const unsigned d : ways_[step][i]) {
        writer_.send({d}, {packet.begin(), packet.end()});
        for (RelativeMessage& message : packet) message = received(*graph_, message, d);
      }
      spread(packet, step + 1);
    }
  }
  std::shared_ptr<const RelativeProgram> finish() { return writer_.finish(); }

 private:
  std::shared_ptr<const StarGraph> graph_;
  ProgramWriter writer_;
  std::vector<Paths> ways_;  // by step of the chain: paths to its substars
};

// Cycles of the chain k,1 by the paper's equation (1) as printed, but with Collective::messages()
// messages for each destination.
std::uint64_t equation_1(const Problem& problem, unsigned k) {
  const unsigned n = graph(problem)->symbols();
  const std::uint64_t inner = factorial(n) / factorial(k) * distance_sum(k, 1);  // n! l_{k,1}
  const std::uint64_t startups = distance_sum(n, k) / factorial(k) + inner;
  const std::uint64_t messages = distance_sum(n, k) + distance_sum(n, 1);
  return startups * problem.timing.startup +
         messages * problem.collective.messages() * problem.timing.per_message;
}

}  // namespace

std::vector<ChainStep> chain_steps(const Problem& problem, const Chain& chain,
                                   Spreading spreading) {
  const unsigned n = graph(problem)->symbols();
  std::vector<ChainStep> steps;
  unsigned from = n;
  for (const unsigned to : chain) {
    const std::uint64_t hops = distance_sum(from, to) / factorial(to);
    const std::uint64_t messages = factorial(to) * problem.collective.messages();
    const std::uint64_t outer = factorial(n) / factorial(from);
    const bool at_once = spreading == Spreading::at_once;
    steps.push_back({at_once ? hops * outer : hops, at_once ? messages : messages * outer});
    from = to;
  }
  return steps;
}

ChainCost chain_cost(const Problem& problem, const Chain& chain, Spreading spreading) {
  const std::uint64_t cap = packet_cap(problem);
  ChainCost cost;
  for (const ChainStep& step : chain_steps(problem, chain, spreading)) {
    cost.startups += step.hops * (cap == 0 ? 1 : (step.messages + cap - 1) / cap);
    cost.messages += step.hops * step.messages;
  }
  cost.cycles = cost.startups * problem.timing.startup + cost.messages * problem.timing.per_message;
  return cost;
}

Chain best_chain(const Problem& problem, Spreading spreading) {
  const unsigned n = graph(problem)->symbols();
  Chain best{1};
  const auto rank = [&](const Chain& chain) {
    const ChainCost cost = chain_cost(problem, chain, spreading);
    return std::tuple(cost.cycles, cost.startups);
  };
  for (unsigned chosen = 1; chosen < 1U << (n - 2); ++chosen) {
    Chain chain;
    for (unsigned k = n - 1; k >= 2; --k) {
      if ((chosen >> (k - 2) & 1U) != 0) chain.push_back(k);
    }
    chain.push_back(1);
    if (rank(chain) < rank(best)) best = chain;
  }
  return best;
}

AlgorithmOption substars_option() {
  return {"substars", {std::string(kBest)}, "sizes of nested substars, e.g. 3,2,1", true};
}

Chain chain_of(const Problem& problem, Spreading spreading) {
  const auto given = problem.options.find("substars");
  if (given == problem.options.end() || given->second == kBest) {
    return best_chain(problem, spreading);
  }
  return parse_chain(given->second, graph(problem)->symbols());
}

std::string chain_name(const Chain& chain) { return fmt::format("{}", fmt::join(chain, ">")); }

Paths paths_to_substars(unsigned from, unsigned to) {
  Paths paths;
  std::vector<unsigned> suffix_first(from);  // x_{k+1}..x_K, then the other symbols in order
  std::iota(suffix_first.begin(), suffix_first.end(), 0U);
  const auto free = suffix_first.begin() + (from - to);
  do {
    Permutation label;
    for (unsigned i = 0; i < from; ++i) label.set((i + to) % from, suffix_first[i]);
    paths.push_back(path_to(Permutation::identity(from), {label, to}, from));
    std::reverse(free, suffix_first.end());  // so that the next permutation has another suffix
  } while (std::ranges::next_permutation(suffix_first).found);
  return paths;
}

std::vector<NodeId> slot_order(const StarGraph& star, const std::vector<Paths>& steps) {
  std::vector<NodeId> slots{0};
  for (std::size_t step = steps.size(); step-- > 0;) {
    std::vector<NodeId> wider;
    for (const std::vector<unsigned>& path : steps[step]) {
      NodeId end = 0;
      for (const unsigned d : path) end = star.neighbour(end, d);
      for (const NodeId slot : slots) wider.push_back(star.times(end, slot));
    }
    slots = std::move(wider);
  }
  return slots;
}

Theory chain_theory(const Problem& problem, const Chain& chain, Spreading spreading) {
  const ChainCost cost = chain_cost(problem, chain, spreading);
  Theory theory;
  theory.formula_cycles = cost.cycles;
  theory.formula_source =
      fmt::format("substars {}: {}, {}", chain_name(chain), counted(cost.startups, "start-up"),
                  counted(cost.messages, "message"));
  add_lower_bound(problem, theory);
  return theory;
}

Plan grouped_plan(const Problem& problem, const Chain& chain) {
  std::vector<Paths> steps = paths_of(problem, chain);
  std::vector<RelativeMessage> block;
  for (const NodeId slot : slot_order(*graph(problem), steps)) {
    for (std::uint32_t m = 0; m < problem.collective.messages(); ++m) {
      block.push_back({.destination = slot, .index = m});
    }
  }
  Grouping grouping(problem, std::move(steps));
  grouping.spread(block);
  return plan_of(problem, grouping.finish());
}

Theory grouped_theory(const Problem& problem, const Chain& chain) {
  Theory theory = chain_theory(problem, chain, Spreading::at_once);
  if (chain.size() < 2) return theory;
  if (chain.size() > 2 || packet_cap(problem) != 0) {
    theory.erratum =
        "equation (1) is for chains k,1 without a cap only, and prints n! l_n,1 for n! l_k,1 in "
        "its t_m term";
    return theory;
  }
  if (problem.timing.startup == 0 && chain.front() == 2) {
    theory.erratum =
        "Theorem 1 prints that k = 2 is faster than k = 1 for every n >= 3; without start-up times "
        "both take as long";
  }
  const std::uint64_t printed = equation_1(problem, chain.front());
  if (printed != theory.formula_cycles) {
    theory.paper_cycles = printed;
    if (!theory.erratum.empty()) theory.erratum += "; ";
    theory.erratum +=
        "equation (1) prints n! l_n,1 in the t_m term; it is n! l_k,1, as in equation (2)";
  }
  return theory;
}

}  // namespace romcast::star
