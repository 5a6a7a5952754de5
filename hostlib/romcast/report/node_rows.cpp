// SPDX-License-Identifier: Apache-2.0
// Formats the nodes of a report, as JSON and as rows of the table.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/report/report.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<std::uint32_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string or_dash(const std::optional<std::uint32_t>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

Json depth_json(const NodeDepth& depth) {
  return {{"queue", depth.queue},
          {"from", depth.from.empty() ? Json(nullptr) : Json(depth.from)},
          {"lane", depth.from.empty() ? Json(nullptr) : Json(depth.lane)},
          {"needed", depth.needed},
          {"occupancy", or_null(depth.occupancy)},
          {"measured", or_null(depth.measured)},
          {"built", depth.built}};
}

// The largest needed and built depths among the queues of messages that pass through.
NodeDepth depth_of(const NodeReport& node) {
  NodeDepth most;
  for (const NodeDepth& depth : node.depths) {
    if (depth.queue == "own") continue;
    most.needed = std::max(most.needed, depth.needed);
    most.built = std::max(most.built, depth.built);
  }
  return most;
}

}  // namespace

Json nodes_json(const std::vector<NodeReport>& nodes) {
  Json list = Json::array();
  for (const NodeReport& node : nodes) {
    Json depths = Json::array();
    for (const NodeDepth& depth : node.depths) depths.push_back(depth_json(depth));
    list.push_back({{"name", node.name},
                    {"role", node.role},
                    {"occupancy", or_null(node.occupancy)},
                    {"measured", or_null(node.measured)},
                    {"waiting", or_null(node.waiting)},
                    {"own", node.own},
                    {"depth", depth_of(node).needed},
                    {"built", depth_of(node).built},
                    {"depths", std::move(depths)}});
  }
  return list;
}

std::string node_rows(const std::vector<NodeReport>& nodes) {
  const auto row = [](const auto&... cells) {
    return fmt::format("{:<16} {:<10} {:>9} {:>8} {:>8} {:>8} {:>7} {:>6}\n", cells...);
  };
  std::string text =
      '\n' + row("nodes", "role", "occupancy", "measured", "waiting", "own", "depth", "built");
  for (const NodeReport& node : nodes) {
    const NodeDepth depth = depth_of(node);
    text += row(node.name, node.role, or_dash(node.occupancy), or_dash(node.measured),
                or_dash(node.waiting), node.own, depth.needed, depth.built);
  }
  return text;
}

}  // namespace romcast
