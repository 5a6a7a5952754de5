// SPDX-License-Identifier: Apache-2.0
#include "python/conversions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "romcast/core/flow_lines.hpp"

namespace romcast::python {

void add_row(const Topology& network, const Hop& hop, Rows& rows) {
  if (hop.kind() != HopKind::message) return;
  const Channel& channel = network.channel_at(hop.link);
  const NodeId to = network.end_of(hop.link, hop.to);
  if (to == channel.from) return;  // a message is taken from its queue
  const LinkId lane = network.crossbar() ? 0 : hop.link - channel.first_link;
  rows.push_back({hop.cycle, channel.from, to, lane, hop.message});
}

Rows rows_of(const Topology& network, const OpenSchedule& schedule) {
  Rows rows;
  const auto pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) {
    for (const Hop& hop : hops) add_row(network, hop, rows);
  }
  return rows;
}

std::vector<Hop> hops_of(const Topology& network, std::span<const Row> rows) {
  std::vector<Hop> hops;
  for (const Row& row : rows) {
    const auto wrong = [&](const std::string& why) {
      throw InputError({"hops", &row - rows.data()},
                       fmt::format("cycle {}, src {}, dst {}, lane {}, message {}: {}", row.cycle,
                                   row.src, row.dst, row.lane, row.message, why));
    };
    if (row.cycle == 0) wrong("cycles begin at 1");
    if (row.message >= kMostMessages) wrong("no such message");
    if (row.src >= network.nodes() || row.dst >= network.nodes()) wrong("no such node");
    if (network.crossbar()) {
      if (row.src == row.dst || row.lane > 0) wrong("no such link");
      const ChannelId channel = network.outputs(row.src)[0];
      hops.push_back({row.cycle, network.channels()[channel].first_link, row.message, row.dst});
      continue;
    }
    const ChannelId channel = network.find_channel(row.src, row.dst);
    if (channel == kNone) wrong("these nodes are no neighbours");
    if (row.lane >= network.channels()[channel].capacity) wrong("no such lane");
    hops.push_back({row.cycle, network.channels()[channel].first_link + row.lane, row.message});
  }
  return hops;
}

namespace {

Ports ports_of(const Topology& network, const std::string& name) {
  const std::optional<Ports> ports = find_ports(name);
  if (ports && network.has(*ports)) return *ports;
  throw InputError({"ports", name}, "this network has no such ports",
                   network.crossbar() ? "give single or a number" : "give single or multi");
}

CollectiveKind kind_of(const std::string& name) {
  if (const auto kind = find_collective(name)) return *kind;
  std::string all;
  for (const CollectiveKind kind : all_collectives()) {
    all += (all.empty() ? "" : ", ") + std::string(romcast::name(kind));
  }
  throw InputError({"collective", name}, "unknown", "give " + all);
}

Timing timing_of(const std::map<std::string, std::uint32_t>& times) {
  Timing timing;
  const std::map<std::string, std::uint32_t Timing::*> known{{"startup", &Timing::startup},
                                                             {"per_message", &Timing::per_message},
                                                             {"latency", &Timing::latency},
                                                             {"overhead", &Timing::overhead},
                                                             {"gap", &Timing::gap}};
  for (const auto& [name, cycles] : times) {
    const auto found = known.find(name);
    if (found == known.end()) {
      throw InputError({"timing", name}, "unknown",
                       "give startup, per_message, latency, overhead or gap");
    }
    timing.*found->second = cycles;
  }
  return timing;
}

}  // namespace

Problem problem_of(const Network& network, const std::string& collective, const std::string& ports,
                   NodeId root, std::uint32_t messages,
                   const std::map<std::string, std::uint32_t>& timing, const Options& options) {
  const CollectiveKind kind = kind_of(collective);
  if (kind == CollectiveKind::exchange) {
    throw InputError({"collective", collective}, "has messages of its own", "use `exchange`");
  }
  return make_problem(network, kind,
                      {.ports = ports_of(*network, ports),
                       .source = root,
                       .messages = messages,
                       .timing = timing_of(timing),
                       .options = options});
}

Problem exchange_of(const Network& network, const Demands& demands, const std::string& ports,
                    const std::map<std::string, std::uint32_t>& timing, const Options& options) {
  std::vector<Demand> list;
  for (const auto& [origin, destinations] : demands) list.push_back({origin, destinations});
  return {.topology = network,
          .collective = Collective::of_demands(network->processors(), list),
          .ports = ports_of(*network, ports),
          .options = options,
          .timing = timing_of(timing)};
}

Problem flows_of(const Network& network, const std::vector<std::vector<std::string>>& lines,
                 const std::string& ports, const Options& options) {
  FlowBuilder builder(*network);
  for (const std::vector<std::string>& line : lines) {
    const std::vector<std::string_view> words(line.begin(), line.end());
    try {
      builder.add(words);
    } catch (const InputError& error) {
      throw InputError({"flows", fmt::format("{}", fmt::join(line, " "))}, error.what());
    }
  }
  return {.topology = network,
          .collective = builder.finish(),
          .ports = ports_of(*network, ports),
          .options = options};
}

}  // namespace romcast::python
