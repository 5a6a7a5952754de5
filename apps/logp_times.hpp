// SPDX-License-Identifier: Apache-2.0
// The times of LogP and LogGP machines as people give them.
#pragma once

#include <array>
#include <string>

#include "apps/scenario.hpp"

namespace romcast {

/// A time of LogP machines and the option that sets it.
struct LogpTime {
  const char* name;
  std::uint32_t least;
  std::uint32_t Timing::*member;
  const char* help;
};
inline constexpr std::array<LogpTime, 3> kLogpTimes{
    {{"latency", 1, &Timing::latency,
      "complete: L, cycles that a message takes from processor to processor (1); or a time, e.g. "
      "5us, with --cycle"},
     {"overhead", 0, &Timing::overhead,
      "complete: o, cycles that a processor is busy with one send or one receive (0); or a time"},
     {"gap", 1, &Timing::gap,
      "complete: g, cycles from one send of a processor to its next, and between receives (1); or "
      "a time"}}};

/// Turns times with units into cycles of the timing, and messages of --bytes bytes into longer
/// gaps and latencies; says what was rounded, a line each. Throws InputError if there is no cycle
/// to count them in.
std::string settle_times(Scenario& scenario);

}  // namespace romcast
