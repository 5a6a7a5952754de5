// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/fabric_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr unsigned kTxDepth = 16;
constexpr unsigned kNeed = 7;  // address among a tile's registers

std::string identifier(const std::string& name, std::set<std::string>& used) {
  std::string text;
  for (const char c : name) {
    text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  while (!used.insert(text).second) text += '_';
  return text;
}

}  // namespace

FabricDesign::FabricDesign(const Topology& network, Fabric fabric, FabricSettings settings)
    : fabric_(std::move(fabric)), settings_(std::move(settings)) {
  if (settings_.payload == 0 || settings_.payload % 8 != 0 || settings_.payload > kMostPayload) {
    throw InputError({"payload", settings_.payload}, "AXI4-Streams carry whole bytes",
                     fmt::format("give 8, 16, 24, .. {}", kMostPayload));
  }
  if (settings_.on_demand) settings_.credits = false;
  for (std::size_t t = 0; t < settings_.queues.size(); ++t) {
    fabric_.room[t] = settings_.queues[t].room;
  }
  std::set<std::string> tiles, ends;
  for (const FabricTile& tile : fabric_.tiles) {
    names_.push_back(identifier(tile.name, tiles));
    ends_.push_back(tile.endpoint == kNone ? ""
                                           : identifier(network.node_name(tile.endpoint), ends));
  }
}

Cycle FabricDesign::latency(const FabricFlow& flow, const PeriodVerdict& verdict) const {
  if (flow.reduction == kNoTile) {
    return fabric_.latency(0, static_cast<std::size_t>(&flow - fabric_.flows.data()));
  }
  const auto figures = std::ranges::find(verdict.flows, figures_name(flow), &FlowFigures::name);
  return figures == verdict.flows.end() ? 0 : figures->latency;
}

unsigned FabricDesign::tx_depth(std::size_t tile) const {
  if (!settings_.queues.empty()) return settings_.queues[tile].tx;
  if (!has_endpoint(tile)) return 4;
  return fabric_.on_demand ? fabric_.tx[tile] : kTxDepth;
}

unsigned FabricDesign::rx_depth(std::size_t tile) const {
  if (!settings_.queues.empty()) return settings_.queues[tile].rx;
  // Beyond `room`: the two words that the endpoint's credit counts late, and four words that may
  // wait in the queue while the endpoint still grants credit.
  return has_endpoint(tile) ? std::max(std::bit_ceil(fabric_.room[tile] + 2 + 4), 16U) : 4;
}

bool FabricDesign::may_stall(std::size_t tile) const {
  if (settings_.on_demand) return true;
  return std::ranges::all_of(fabric_.flows, [&](const FabricFlow& flow) {
    return flow.back != kNoTile || std::ranges::find(flow.to, tile) == flow.to.end();
  });
}

unsigned FabricDesign::tile_bits() const {
  return std::max(static_cast<unsigned>(std::bit_width(fabric_.tiles.size() - 1)), 1U);
}

unsigned FabricDesign::address_bits() const { return tile_bits() + fabric_.slot_bits + 3; }

std::uint32_t FabricDesign::address(std::size_t tile, unsigned space, unsigned word) const {
  const unsigned slots = fabric_.slot_bits;
  return 1U << (address_bits() - 1) | static_cast<std::uint32_t>(tile) << (slots + 2) |
         space << slots | word;
}

std::vector<FabricWrite> FabricDesign::writes(std::size_t mode) const {
  const FabricMode& tables = fabric_.modes[mode];
  std::vector<FabricWrite> all;
  for (std::size_t t = 0; t < fabric_.tiles.size(); ++t) {
    for (Cycle s = 0; s < tables.period; ++s) {
      all.push_back({address(t, 1, s), tables.routers[t][s]});
    }
    for (Cycle s = 0; s < tables.period; ++s) {
      all.push_back({address(t, 2, s), tables.endpoints[t][s]});
    }
    if (settings_.on_demand) all.push_back({address(t, 0, kNeed), fabric_.words_from(mode, t)});
  }
  return all;
}

std::size_t FabricDesign::writes_of_tile(std::size_t mode) const {
  return 2 * std::size_t{fabric_.modes[mode].period} + (settings_.on_demand ? 1 : 0);
}

std::uint32_t FabricDesign::signature(std::size_t mode, std::size_t tile, unsigned space) const {
  const FabricMode& tables = fabric_.modes[mode];
  const unsigned bits = space == 1 ? fabric_.tiles[tile].word_bits() : 2 * fabric_.flow_bits + 3;
  const bool wide = bits > 16;
  const std::uint32_t polynomial = wide ? 0x04c11db7 : 0x1021, top = wide ? 1U << 31 : 1U << 15;
  std::uint32_t value = 0;
  for (const std::uint32_t word : (space == 1 ? tables.routers : tables.endpoints)[tile]) {
    const bool carries = (value & top) != 0;
    value = value << 1 ^ (carries ? polynomial : 0) ^ word;
    if (!wide) value &= 0xffff;
  }
  return value;
}

}  // namespace romcast
