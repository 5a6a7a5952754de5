// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/fiedler.hpp"

#include <algorithm>
#include <numeric>

namespace romcast::bounds {
namespace {

// The messages per cycle of a channel.
double rate(const Channel& c) { return static_cast<double>(c.capacity) / c.time.cycles; }

}  // namespace

std::vector<double> fiedler(const Topology& topology, unsigned rounds) {
  const std::size_t n = topology.nodes();
  std::vector<double> degree(n, 0), x(n), next(n);
  for (const Channel& c : topology.channels()) {
    degree[c.from] += rate(c);
    degree[c.to] += rate(c);
  }
  const double shift = 2 * *std::ranges::max_element(degree);
  for (std::size_t v = 0; v < n; ++v) x[v] = static_cast<double>(v * 7919 % n);
  for (unsigned round = 0; round < rounds; ++round) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n);
    double most = 0;
    for (double& value : x) {
      value -= mean;
      most = std::max(most, value < 0 ? -value : value);
    }
    if (most == 0) break;
    for (std::size_t v = 0; v < n; ++v) {
      x[v] /= most;
      next[v] = (shift - degree[v]) * x[v];
    }
    for (const Channel& c : topology.channels()) {
      next[c.from] += rate(c) * x[c.to];
      next[c.to] += rate(c) * x[c.from];
    }
    x.swap(next);
  }
  return x;
}

}  // namespace romcast::bounds
