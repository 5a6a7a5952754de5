// SPDX-License-Identifier: Apache-2.0
#include "schedules/laid_out/laid_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"

namespace romcast::laid_out {
namespace {

constexpr std::uint64_t kMostCopies = 50'000'000;  // so that they fit into memory

bool serves(const Algorithm& complete, Ports::Kind ports) {
  return std::ranges::find(complete.ports, ports) != complete.ports.end();
}

std::uint32_t neighbours(const Topology& topology) {
  return static_cast<std::uint32_t>(topology.outputs(0).size());
}

// The problem as the algorithm of the fully connected network sees it.
Problem complete_problem(const Problem& problem, const Algorithm& complete) {
  const auto n = static_cast<std::uint32_t>(problem.topology->processors());
  const std::uint32_t most = problem.ports.single() ? 1 : neighbours(*problem.topology);
  const bool several = most > 1 && serves(complete, Ports::Kind::several);
  const Collective& collective = problem.collective;
  return {.topology = std::make_shared<Complete>(n),
          .collective =
              Collective(CollectiveKind::broadcast, n, collective.source(), collective.messages()),
          .ports = several ? Ports{Ports::Kind::several, most} : Ports{Ports::Kind::single},
          .options = problem.options};
}

std::string laid_out_refusal(const Problem& problem, const Algorithm& complete) {
  const std::size_t n = problem.topology->processors();
  if (n > Complete::kMostProcessors) {
    return fmt::format("{} processors are too many to be laid out; at most {}", n,
                       Complete::kMostProcessors);
  }
  return complete.refusal ? complete.refusal(complete_problem(problem, complete)) : "";
}

Plan laid_out_plan(const Problem& problem, const Algorithm& complete) {
  Problem copied = problem;
  copied.collective = problem.collective.copied();
  const auto sends = std::make_shared<const LogicalSends>(copied, complete);
  return problem.topology->direct() ? star_plan(copied, sends) : tree_plan(copied, sends);
}

// Number of rounds of `complete`, by its formula; without a formula, the last cycle of its plan.
std::uint64_t rounds(const Problem& logical, const Algorithm& complete) {
  if (const auto formula = complete.predict(logical).formula_cycles) return *formula;
  std::uint64_t last = 0;
  std::vector<Hop> round;
  for (const auto pass = complete.build(logical).open(); pass->next(round);) {
    last = round.front().cycle;
  }
  return last;
}

// The lower bound is that of a broadcast made for this network; a bound holds for every broadcast.
Theory laid_out_theory(const Problem& problem, const Algorithm& complete) {
  Theory theory;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.copies || algorithm.network != problem.topology->network() ||
        algorithm.collective != CollectiveKind::broadcast ||
        !serves(algorithm, problem.ports.kind)) {
      continue;
    }
    const Theory own = algorithm.predict(problem);
    theory.lower_bound = own.lower_bound;
    theory.lower_bound_source = own.lower_bound_source;
    break;
  }
  theory.complete_rounds = rounds(complete_problem(problem, complete), complete);
  return theory;
}

Algorithm version(const Algorithm& complete, const char* network, std::vector<Ports::Kind> ports) {
  Algorithm result = complete;
  result.network = network;
  result.ports = std::move(ports);
  result.summary += "; each send a packet through the switches";
  result.paper = false;
  result.default_control = Control::rom;
  result.copies = true;
  std::erase_if(result.options, [](const AlgorithmOption& option) {
    return option.name == "continuous" || option.name == "box";  // for rounds only
  });
  result.refusal = [complete](const Problem& problem) {
    return laid_out_refusal(problem, complete);
  };
  result.build = [complete](const Problem& problem) { return laid_out_plan(problem, complete); };
  result.predict = [complete](const Problem& problem) {
    return laid_out_theory(problem, complete);
  };
  return result;
}

}  // namespace

LogicalSends::LogicalSends(const Problem& problem, const Algorithm& complete)
    : ports_(1), begin_(problem.topology->processors() + 1, 0) {
  const std::uint64_t copies = problem.collective.expected_deliveries();
  if (copies > kMostCopies) {
    throw InputError({"messages", problem.collective.messages()},
                     fmt::format("the processors get {} copies", copies),
                     fmt::format("at most {} are sent one by one", kMostCopies));
  }
  const Problem logical = complete_problem(problem, complete);
  if (logical.ports.kind == Ports::Kind::several) ports_ = logical.ports.count;
  const Plan plan = complete.build(logical);
  std::vector<Hop> round;
  for (const auto pass = plan.open(); pass->next(round);) {
    for (const Hop& hop : round) ++begin_[hop.link + 1];
  }
  for (std::size_t p = 1; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
  sends_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const auto pass = plan.open(); pass->next(round);) {
    for (const Hop& hop : round) sends_[next[hop.link]++] = {hop.to, hop.message};
  }
}

std::vector<Algorithm> versions(const Algorithm& complete) {
  const bool rounds = complete.network == "complete" && !complete.logp;
  if (!rounds || complete.collective != CollectiveKind::broadcast) return {};
  constexpr auto single = Ports::Kind::single, multi = Ports::Kind::multi;
  if (!serves(complete, single)) return {version(complete, "star", {multi})};
  return {version(complete, "fat-tree", {single, multi}),
          version(complete, "star", {single, multi})};
}

}  // namespace romcast::laid_out
