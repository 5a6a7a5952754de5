// SPDX-License-Identifier: Apache-2.0
// The best rate of an alltoall of many messages: cycles per message of each pair of processors. The
// messages are flows that may split over paths; the busiest link determines the cycles (a maximum
// concurrent flow, Shahrokhi & Matula 1990). For any lengths of the links, a lower bound of the
// cycles is the sum of the lengths of all pairs' shortest paths, divided by the sum of the lengths
// of all links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::rates {

struct ExchangeRate {
  double attained = 0;  ///< cycles per message, of a flow that was found
  double bound = 0;     ///< no flow has fewer
  /// The lengths that prove the bound: by channel, or, if `by_generator`, by port.
  std::vector<double> lengths{};
  bool by_generator = false;
  /// True if attained and bound differ by rounding only.
  [[nodiscard]] bool optimal() const { return attained <= bound * (1 + 1e-6); }
};

/// The approximate number of links and nodes that a search may visit.
inline constexpr std::uint64_t kExchangeWork = 400'000'000;

/// Searches for the best rate of a multi-port network. The network must have a link, all nodes must
/// forward, and all processors must reach each other. The search ends when the rate exceeds its
/// bound by at most the fraction `gap`, when `work` is used up, or after a fixed number of rounds.
ExchangeRate exchange_rate(const Topology& topology, std::uint64_t work = kExchangeWork,
                           double gap = 1e-3);

}  // namespace romcast::rates
