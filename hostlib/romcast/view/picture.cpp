// SPDX-License-Identifier: Apache-2.0
#include "romcast/view/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace romcast {
namespace {

using Row = std::pair<LinkId, NodeId>;  // the link and its receiver

std::string row_name(const Topology& topology, Row row) {
  const auto [link, to] = row;
  const Channel& channel = topology.channel_at(link);
  const std::string lane =
      channel.capacity > 1 ? fmt::format("/{}", link - channel.first_link) : "";
  // If a processor adds, or takes a message from its input queue, the processor is both the sender
  // and the receiver of the hop.
  if (to == channel.from) return topology.node_name(to);
  return fmt::format("{} > {}{}", topology.node_name(channel.from), topology.node_name(to), lane);
}

std::string none(const std::string& why) { return fmt::format("no picture: {}\n", why); }

std::string too_wide(PictureSize size) {
  return none(fmt::format("it would be wider than {} columns", size.columns));
}

}  // namespace

std::string picture(const Topology& topology, const Collective& collective,
                    const OpenSchedule& schedule, PictureSize size) {
  std::map<Row, std::map<Cycle, std::string>> cells;
  Cycle last = 0;
  std::size_t width = 1;
  const auto stream = schedule();
  for (std::vector<Hop> hops; stream->next(hops);) {
    for (const Hop& hop : hops) {
      const bool adds = collective.computes() && hop.computes();
      const std::string text = adds           ? fmt::format("+{}", hop.to)
                               : hop.starts() ? "start"
                                              : collective.message_name(hop.message);
      last = hop.cycle;
      const NodeId to = adds ? hop.link : topology.end_of(hop.link, hop.to);
      std::string& cell = cells[{hop.link, to}][hop.cycle];
      cell += (cell.empty() ? "" : ",") + text;
      width = std::max(width, cell.size());
    }
    width = std::max(width, fmt::format("{}", last).size());
    if (last * (width + 1) > size.columns) return too_wide(size);
    if (cells.size() > size.rows) {
      return none(fmt::format("it would be longer than {} rows", size.rows));
    }
  }
  std::size_t label = 5;
  for (const auto& [name, row] : cells) label = std::max(label, row_name(topology, name).size());
  if (label + last * (width + 1) > size.columns) return too_wide(size);
  std::string text = fmt::format("{:<{}}", "cycle", label);
  for (Cycle t = 1; t <= last; ++t) text += fmt::format(" {:>{}}", t, width);
  text += '\n';
  for (const auto& [name, row] : cells) {
    text += fmt::format("{:<{}}", row_name(topology, name), label);
    for (Cycle t = 1; t <= last; ++t) {
      const auto cell = row.find(t);
      text += fmt::format(" {:>{}}", cell == row.end() ? "." : cell->second, width);
    }
    text += '\n';
  }
  return text;
}

}  // namespace romcast
