// SPDX-License-Identifier: Apache-2.0
// The best rate of an alltoall of many messages: cycles per message of each pair of processors. The
// messages are flows, split over paths; the fullest link determines the cycles (a maximum
// concurrent flow, Shahrokhi & Matula 1990). With any lengths of links, the lengths of all shortest
// paths together are a lower bound on what the links must carry.
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
  /// The gap is only that of floating-point numbers.
  [[nodiscard]] bool optimal() const { return attained <= bound * (1 + 1e-6); }
};

/// Paths of which a search may visit links, in all.
inline constexpr std::uint64_t kExchangeWork = 400'000'000;

/// All ports at a time. Requires a network of links, all of whose nodes forward, in which all
/// processors reach each other.
/// The search ends when the rate is at most `gap` above its bound, as a share.
ExchangeRate exchange_rate(const Topology& topology, std::uint64_t work = kExchangeWork,
                           double gap = 1e-3);

}  // namespace romcast::rates
