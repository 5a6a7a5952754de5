// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/channel_rates.hpp"

#include <fmt/format.h>

#include <numeric>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr std::int64_t kMostPeriod = 1'000'000'000;

}  // namespace

ChannelRates channel_rates(const Topology& topology) {
  ChannelRates rates;
  for (const Channel& c : topology.channels()) {
    rates.period = std::lcm(rates.period, std::int64_t{c.time.cycles});
    if (rates.period > kMostPeriod) {
      throw InputError(
          {"bandwidth"},
          fmt::format("rates of these links have a period of more than {} cycles", kMostPeriod),
          "give bandwidths in simpler ratios, or a longer `cycle`");
    }
  }
  for (const Channel& c : topology.channels()) {
    rates.carried.push_back(c.capacity * (rates.period / c.time.cycles));
  }
  return rates;
}

}  // namespace romcast
