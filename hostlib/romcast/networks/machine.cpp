// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace romcast {
namespace {

double lanes_of(double gigabytes, double unit) {
  return std::max(1.0, std::round(gigabytes / unit));
}

double error_of(double gigabytes, double unit) {
  return std::abs(lanes_of(gigabytes, unit) * unit / gigabytes - 1);
}

}  // namespace

double gigabytes(std::string_view machine, std::string_view link) {
  for (const MachineLink& row : kMachineLinks) {
    if (row.machine == machine && row.link == link) return row.gigabytes;
  }
  throw std::logic_error("a machine without this link");
}

NodeId MachineGraph::processor() {
  const auto number = static_cast<NodeId>(graph_.nodes.size());
  graph_.nodes.push_back({fmt::format("p{}", number)});
  return number;
}

NodeId MachineGraph::forwarder(const std::string& name) {
  graph_.nodes.push_back({name, NodeRole::forwarder});
  return static_cast<NodeId>(graph_.nodes.size() - 1);
}

void MachineGraph::connect(NodeId from, NodeId to, std::string_view link, unsigned count) {
  edges_.push_back({from, to, gigabytes(machine_, link), count});
}

void MachineGraph::join(NodeId a, NodeId b, std::string_view link, unsigned count) {
  connect(a, b, link, count);
  connect(b, a, link, count);
}

GraphWithSpeeds MachineGraph::published() const {
  GraphWithSpeeds all{graph_, {}};
  for (const Edge& edge : edges_) {
    const LinkSpeed speed{fmt::format("{:.17g}GB/s", edge.link), {}};
    const auto known = std::ranges::find(all.speeds, speed);
    const auto number = static_cast<std::uint32_t>(known - all.speeds.begin());
    if (known == all.speeds.end()) all.speeds.push_back(speed);
    all.graph.edges.push_back({edge.from, edge.to, edge.count, {}, number});
  }
  return all;
}

std::shared_ptr<const GraphNetwork> MachineGraph::network(NetworkOptions options) const {
  const double most = std::ranges::max_element(edges_, {}, &Edge::gigabytes)->gigabytes();
  const auto error = [&](std::uint32_t lanes) {
    double worst = 0;
    for (const Edge& edge : edges_)
      worst = std::max(worst, error_of(edge.gigabytes(), most / lanes));
    return worst;
  };
  const auto fewest = [&](double tolerance) {
    std::uint32_t lanes = 1;
    while (lanes <= kMostLanes && error(lanes) > tolerance) ++lanes;
    return lanes;
  };
  std::uint32_t lanes = fewest(1e-9);
  const bool rounded = lanes > kMostLanes;
  if (rounded) lanes = fewest(0.05);
  const double unit = most / lanes;
  Graph graph = graph_;
  for (const Edge& edge : edges_) {
    graph.edges.push_back(
        {edge.from, edge.to, static_cast<std::uint32_t>(lanes_of(edge.gigabytes(), unit))});
  }
  GraphNetwork::Damage notes{.lane_bandwidth = fmt::format("{:.17g}GB/s", unit)};
  if (rounded) {
    notes.published = std::make_shared<GraphWithSpeeds>(published());
    notes.notes.push_back(fmt::format(
        "{}: a lane stands for {:.4g} GB/s, so bandwidths are rounded by up to {:.1f} %", machine_,
        unit, 100 * error(lanes)));
  }
  return std::make_shared<GraphNetwork>(machine_, std::move(options), std::move(graph),
                                        std::move(notes));
}

}  // namespace romcast
