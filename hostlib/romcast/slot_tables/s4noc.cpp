// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/slot_tables/slot_tables.hpp"
#include "romcast/slot_tables/tile_grid.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostSlots = 1'000'000;

struct S4nocRoute {
  Cycle slot = 0;  // slot, from 0, in which a word starts
  std::string directions;
};

[[noreturn]] void fail_s4noc(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

// The tile at the end of a route that starts at tile `from`.
NodeId end_of(const TileGrid& grid, const S4nocRoute& route, NodeId from) {
  NodeId at = from;
  for (const char direction : route.directions) at = grid.next(at, direction);
  return at;
}

std::vector<S4nocRoute> routes_of(std::istream& in, const std::string& name, const TileGrid& grid) {
  std::vector<S4nocRoute> routes;
  std::vector<std::size_t> line_of(std::size_t{grid.width()} * grid.height(), 0);
  std::string text;
  for (std::size_t line = 1; std::getline(in, text); ++line) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    if (text.size() > kMostSlots) fail_s4noc(name, line, "a line of more than 1000000 slots");
    S4nocRoute route{.slot = static_cast<Cycle>(begin), .directions = text.substr(begin)};
    const std::size_t other = route.directions.find_first_not_of("nesw");
    if (other != std::string::npos) {
      fail_s4noc(name, line,
                 fmt::format("{}; a route has the letters n, e, s and w",
                             quote(route.directions.substr(other, 1))));
    }
    const NodeId end = end_of(grid, route, 0);
    if (end == 0) fail_s4noc(name, line, "the route ends where it began");
    if (line_of[end] != 0) {
      fail_s4noc(name, line,
                 fmt::format("the route leads where that of line {} does", line_of[end]));
    }
    line_of[end] = line;
    routes.push_back(std::move(route));
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", name));
  if (routes.size() + 1 != line_of.size()) {
    throw InputError(fmt::format("{}: {} routes; {} tiles need {}, one to each other tile", name,
                                 routes.size(), line_of.size(), line_of.size() - 1));
  }
  return routes;
}

}  // namespace

ScheduleFile read_s4noc(std::istream& in, const std::string& name,
                        std::shared_ptr<const Topology> network) {
  const TileGrid grid(*network);
  if (network->network() != "torus") {
    throw InputError({"network", network->network()}, "the routes of S4NoC are for a torus");
  }
  const std::vector<S4nocRoute> routes = routes_of(in, name, grid);
  const auto tiles = static_cast<NodeId>(network->processors());
  ScheduleFile file{.header = {.topology = network,
                               .collective = Collective(CollectiveKind::alltoall, tiles, 0, 1),
                               .ports = {Ports::Kind::multi},
                               .algorithm = "s4noc"}};
  Cycle period = 0;
  for (const S4nocRoute& route : routes) {
    const auto hops = static_cast<Cycle>(route.directions.size());
    period = std::max(period, route.slot + hops + 1);
    for (NodeId tile = 0; tile < tiles; ++tile) {
      const MessageId message = tile * tiles + end_of(grid, route, tile);
      const auto hop = [&](Cycle cycle, NodeId from, NodeId to) {
        const Channel& channel = network->channels()[network->find_channel(from, to)];
        file.hops.push_back({.cycle = cycle, .link = channel.first_link, .message = message});
      };
      hop(route.slot + 1, tile, grid.router(tile));
      NodeId at = tile;
      for (Cycle i = 0; i < hops; ++i) {
        const NodeId next = grid.next(at, route.directions[i]);
        hop(route.slot + 2 + i, grid.router(at), grid.router(next));
        at = next;
      }
      hop(route.slot + 2 + hops, grid.router(at), at);
    }
  }
  file.header.period = Period{.cycles = period};
  std::ranges::sort(file.hops, {}, [](const Hop& hop) { return std::pair(hop.cycle, hop.link); });
  return file;
}

}  // namespace romcast
