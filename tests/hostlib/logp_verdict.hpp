// SPDX-License-Identifier: Apache-2.0
// Verdicts of hand-made schedules on LogP machines.
#pragma once

#include <initializer_list>
#include <vector>

#include "hostlib/test_hops.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/judge/logp_judge.hpp"

namespace romcast::test {

/// The machine of Karp et al., Figure 1: L = 6, o = 2, g = 4.
inline constexpr Timing kFigure1{.latency = 6, .overhead = 2, .gap = 4};

struct LogpCase {
  CollectiveKind kind = CollectiveKind::broadcast;
  std::uint32_t processors = 2;
  Timing timing{};
  NodeId source = 0;
  std::uint32_t messages = 1;
};

inline Verdict verdict_of(const LogpCase& c, const std::vector<Hop>& hops) {
  const Complete network(c.processors);
  return judge(network, Collective(c.kind, c.processors, c.source, c.messages), kSingle,
               stored_schedule(hops), std::nullopt, c.timing);
}

inline Verdict verdict_of(const LogpCase& c, std::initializer_list<const char*> lines) {
  return verdict_of(c, hops(Complete(c.processors), lines));
}

/// The first violation as "CYCLE: KIND: TEXT", or "legal" if there is none.
inline std::string first(const Verdict& verdict) {
  if (verdict.violations.empty()) return "legal";
  const Violation& violation = verdict.violations.front();
  return std::to_string(violation.cycle) + ": " + std::string(name(violation.kind)) + ": " +
         violation.text;
}

}  // namespace romcast::test
