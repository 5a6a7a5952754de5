// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/combining/combining_rom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/program.hpp"

namespace romcast {
namespace {

struct Send {
  Cycle cycle = 0;
  std::uint32_t control = 0;
  auto operator<=>(const Send&) const = default;
};

unsigned port_bits(const Topology& network, unsigned engines) {
  return engines == 1 ? index_bits(store_ports(network)) : 1;
}

RomImage image_of(const std::vector<Send>& sends, unsigned control_bits) {
  std::vector<ControlRun> runs;
  Cycle now = 1;
  for (const Send& send : sends) {
    if (send.cycle > now) runs.push_back({{0}, send.cycle - now});
    runs.push_back({{send.control}, 1});
    now = send.cycle + 1;
  }
  return compile_program(control_bits, runs);
}

}  // namespace

unsigned reduce_control_bits(const Topology& network, unsigned engines, unsigned value_bits) {
  return value_bits + port_bits(network, engines) + 2;
}

ReduceRoms empty_reduce_roms(const Topology& network, const Collective& collective, Ports ports) {
  const std::uint64_t values = collective.values();
  ReduceRoms roms{.engines = ports.single() ? 1 : store_ports(network),
                  .value_bits = field_bits(values)};
  const unsigned bits = reduce_control_bits(network, roms.engines, roms.value_bits);
  constexpr unsigned most_value_bits = 16;  // a node stores a flag per value: sent or not
  if (bits > 32 || roms.value_bits > most_value_bits) {
    throw InputError({"messages", collective.messages()},
                     fmt::format("a node's ROM words would have {} bits, too many values", bits),
                     "32 bits for 65536 values are built; use romcast plan");
  }
  return roms;
}

ReduceRoms compile_reduce_roms(const Topology& network, const Collective& collective, Ports ports,
                               const OpenSchedule& schedule, Illegal illegal) {
  const std::uint64_t values = collective.values();
  ReduceRoms roms = empty_reduce_roms(network, collective, ports);
  const unsigned bits = reduce_control_bits(network, roms.engines, roms.value_bits);
  std::vector<std::vector<Send>> sends(network.nodes() * roms.engines);
  const auto refuse = [&](const Hop& hop, const std::string& what) {
    if (illegal == Illegal::run) return;
    throw InputError(fmt::format("cycle {}: {} sends {}; no ROM can run this schedule", hop.cycle,
                                 network.node_name(network.channel_at(hop.link).from), what));
  };
  const auto pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) {
    for (const Hop& hop : hops) {
      const unsigned port = network.out_port(hop.link);
      const bool single = roms.engines == 1;
      auto& list = sends[network.channel_at(hop.link).from * roms.engines + (single ? 0 : port)];
      if (hop.message >= values) {
        refuse(hop, fmt::format("message {}, which is none", hop.message));
      } else if (!list.empty() && list.back().cycle == hop.cycle) {
        refuse(hop, "two messages by one port");
      } else {
        const std::uint32_t chosen = hop.message | (single ? port << roms.value_bits : 0U);
        list.push_back({hop.cycle, chosen | 1U << (bits - 1)});
      }
    }
  }
  std::map<std::vector<Send>, std::uint32_t> known;
  for (std::vector<Send>& list : sends) {
    const auto [place, fresh] =
        known.try_emplace(std::move(list), static_cast<std::uint32_t>(roms.images.size()));
    if (fresh) roms.images.push_back(image_of(place->first, bits));
    roms.image_of.push_back(place->second);
  }
  return roms;
}

}  // namespace romcast
