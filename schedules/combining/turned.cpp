// SPDX-License-Identifier: Apache-2.0
#include "schedules/combining/turned.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast::combining {
namespace {

constexpr std::uint64_t kMostHops = 200'000'000;  // so that they fit into memory

std::string turned_refusal(const Problem& problem, const Algorithm& spreading) {
  const Problem other = turned(problem, spreading.collective);
  const std::uint64_t hops = other.collective.expected_deliveries();
  if (hops > kMostHops) {
    return fmt::format("{} hops are too many to be turned round; at most {}", hops, kMostHops);
  }
  return spreading.refusal ? spreading.refusal(other) : "";
}

}  // namespace

Problem turned(const Problem& problem, CollectiveKind spreading) {
  const Collective& collective = problem.collective;
  Problem other = problem;
  other.collective =
      Collective(spreading, collective.processors(), collective.source(), collective.messages());
  return other;
}

std::vector<Hop> turned_round(const Problem& spreading, const Plan& plan) {
  const Collective& collective = spreading.collective;
  const std::size_t n = collective.processors();
  std::vector<bool> has(collective.message_numbers() * n, false);
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    has[m * n + collective.origin(m)] = true;
  }
  std::vector<Hop> hops;
  const auto pass = plan.open();
  for (std::vector<Hop> step; pass->next(step);) {
    for (const Hop& hop : step) {
      const std::size_t place = hop.message * n + hop.to;
      if (has[place]) continue;
      has[place] = true;
      hops.push_back({hop.cycle, hop.to, hop.message, static_cast<NodeId>(hop.link)});
    }
  }
  std::ranges::reverse(hops);
  const Cycle last = hops.empty() ? 0 : hops.front().cycle;
  for (Hop& hop : hops) hop.cycle = last + 1 - hop.cycle;
  return hops;
}

std::vector<Hop> one_after_the_other(std::vector<Hop> first, std::vector<Hop> second, Timing timing,
                                     std::uint64_t pause) {
  const std::uint64_t later =
      first.empty() ? 0 : first.back().cycle - std::uint64_t{1} + timing.delay() + pause;
  for (Hop& hop : second) hop.cycle = static_cast<Cycle>(hop.cycle + later);
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary) {
  Algorithm algorithm = spreading;
  algorithm.collective = collective;
  algorithm.ports = {Ports::Kind::single};
  algorithm.summary = std::move(summary);
  algorithm.paper = false;
  algorithm.default_control = Control::rom;
  algorithm.refusal = [spreading](const Problem& problem) {
    return turned_refusal(problem, spreading);
  };
  algorithm.build = [spreading](const Problem& problem) {
    const Problem other = turned(problem, spreading.collective);
    return Plan{.open = stored_schedule(turned_round(other, spreading.build(other)))};
  };
  algorithm.predict = [spreading](const Problem& problem) {
    Theory theory = spreading.predict(turned(problem, spreading.collective));
    theory.lower_bound_source = fmt::format("of the {} turned round, {}",
                                            name(spreading.collective), theory.lower_bound_source);
    return theory;
  };
  return algorithm;
}

}  // namespace romcast::combining
