// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/concurrent_flow.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "romcast/core/channel_rates.hpp"
#include "schedules/any/linear_program.hpp"

namespace romcast::any {
namespace {

constexpr double kFlowNothing = 1e-9;  // flows below this are rounding errors

using Demand = std::vector<std::vector<std::uint32_t>>;

bool sends(const std::vector<std::uint32_t>& row) {
  return std::ranges::any_of(row, [](std::uint32_t count) { return count > 0; });
}

// The linear program. Its variables are the cycles that the busiest link needs, then, for each
// origin that sends, the flow along each channel c with usable(origin, c).
class FlowProgram {
 public:
  FlowProgram(const Topology& topology, const Demand& demand)
      : topology_(topology), demand_(demand), rates_(channel_rates(topology)) {
    for (ChannelId c = 0; c < topology.channels().size(); ++c) {
      program_.add_row(-LinearProgram::kUnlimited, 0);
    }
    std::vector<std::pair<int, double>> cycles;
    for (ChannelId c = 0; c < topology.channels().size(); ++c) {
      const double rate =
          static_cast<double>(rates_.carried[c]) / static_cast<double>(rates_.period);
      cycles.emplace_back(static_cast<int>(c), -rate);
    }
    program_.add_variable(1, cycles);
    for (NodeId origin = 0; origin < demand.size(); ++origin) {
      if (sends(demand[origin])) add_origin(origin);
    }
  }

  std::optional<ConcurrentFlow> solve(double seconds) {
    const auto solution = program_.solve(seconds);
    if (!solution) return std::nullopt;
    ConcurrentFlow flow;
    flow.cycles = solution->variables.front();
    flow.lengths = whole_lengths(solution->prices);
    flow.paths.resize(demand_.size());
    std::size_t next = 1;
    for (NodeId origin = 0; origin < demand_.size(); ++origin) {
      if (!sends(demand_[origin])) continue;
      std::vector<double> along(topology_.channels().size(), 0);
      for (ChannelId c = 0; c < along.size(); ++c) {
        if (usable(origin, c)) along[c] = solution->variables[next++];
      }
      flow.paths[origin] = paths_from(origin, std::move(along));
    }
    return flow;
  }

 private:
  [[nodiscard]] bool usable(NodeId origin, ChannelId c) const {
    const Channel& channel = topology_.channels()[c];
    return channel.to != origin && (channel.from == origin || topology_.forwards(channel.from));
  }
  void add_origin(NodeId origin) {
    std::vector<int> row(topology_.nodes(), -1);
    for (NodeId v = 0; v < topology_.nodes(); ++v) {
      if (v == origin) continue;
      const double wanted = v < demand_.size() ? demand_[origin][v] : 0;
      row[v] = program_.add_row(wanted, wanted);
    }
    for (ChannelId c = 0; c < topology_.channels().size(); ++c) {
      if (!usable(origin, c)) continue;
      const Channel& channel = topology_.channels()[c];
      std::vector<std::pair<int, double>> entries{{static_cast<int>(c), 1}, {row[channel.to], 1}};
      if (channel.from != origin) entries.emplace_back(row[channel.from], -1);
      program_.add_variable(0, entries);
    }
  }

  // Returns the length of each channel c: -prices[c], divided by the largest of these values,
  // multiplied by the smallest factor 1..5040 that makes all lengths whole up to rounding errors
  // (2^20 if no such factor exists), and rounded.
  [[nodiscard]] std::vector<std::uint64_t> whole_lengths(const std::vector<double>& prices) const {
    const std::size_t channels = topology_.channels().size();
    double longest = 0;
    for (std::size_t c = 0; c < channels; ++c) longest = std::max(longest, -prices[c]);
    const auto scaled = [&](std::size_t c, double scale) {
      return std::max(0.0, -prices[c] / longest * scale);
    };
    double scale = 1;
    for (constexpr double most = 5040; scale <= most; ++scale) {
      bool whole = true;
      for (std::size_t c = 0; c < channels && whole; ++c) {
        const double value = scaled(c, scale);
        whole = std::abs(value - std::round(value)) < 1e-6 * scale;
      }
      if (whole) break;
      if (scale == most) {
        scale = 1 << 20;
        break;
      }
    }
    std::vector<std::uint64_t> lengths;
    for (std::size_t c = 0; c < channels; ++c) {
      lengths.push_back(static_cast<std::uint64_t>(std::llround(scaled(c, scale))));
    }
    return lengths;
  }

  // Splits the flow of an origin, which is along[c] on channel c, into paths, and drops cyclic
  // flow. Returns the paths, indexed by destination.
  [[nodiscard]] std::vector<std::vector<FlowPath>> paths_from(NodeId origin,
                                                              std::vector<double> along) const {
    std::vector<std::vector<FlowPath>> paths(demand_.size());
    for (NodeId end = 0; end < demand_.size(); ++end) {
      const double wanted = demand_[origin][end];
      for (double left = 1; wanted > 0 && left > 1e-6;) {
        FlowPath path{.channels = path_to(origin, end, along), .share = left};
        if (path.channels.empty()) break;
        for (const ChannelId c : path.channels)
          path.share = std::min(path.share, along[c] / wanted);
        for (const ChannelId c : path.channels) along[c] -= path.share * wanted;
        left -= path.share;
        paths[end].push_back(std::move(path));
      }
    }
    return paths;
  }
  // A path of fewest hops over channels that have flow; empty if no path exists.
  [[nodiscard]] std::vector<ChannelId> path_to(NodeId origin, NodeId end,
                                               const std::vector<double>& along) const {
    std::vector<ChannelId> came(topology_.nodes(), kNone);
    std::vector<NodeId> queue{origin};
    for (std::size_t i = 0; i < queue.size() && came[end] == kNone; ++i) {
      for (const ChannelId c : topology_.outputs(queue[i])) {
        const NodeId to = topology_.channels()[c].to;
        if (along[c] <= kFlowNothing || to == origin || came[to] != kNone) continue;
        came[to] = c;
        queue.push_back(to);
      }
    }
    std::vector<ChannelId> path;
    if (came[end] == kNone) return path;
    for (NodeId v = end; v != origin; v = topology_.channels()[came[v]].from) {
      path.push_back(came[v]);
    }
    std::ranges::reverse(path);
    return path;
  }

  const Topology& topology_;
  const Demand& demand_;
  ChannelRates rates_;
  LinearProgram program_;
};

}  // namespace

std::optional<ConcurrentFlow> concurrent_flow(const Topology& topology, const Demand& demand,
                                              double seconds) {
  return FlowProgram(topology, demand).solve(seconds);
}

}  // namespace romcast::any
