// SPDX-License-Identifier: Apache-2.0
#include "hostlib/fabric/table_walk.hpp"

#include <fmt/format.h>

#include <array>

namespace romcast::test {
namespace {

constexpr std::array<unsigned, 8> kCodes{2, 3, 4, 5, 8, 9, 16, 17};  // by source

using Line = std::optional<WalkedWord>;

// The input that an output takes; nothing if it is idle.
std::optional<unsigned> source_of(const FabricTile& tile, std::uint32_t word, unsigned output) {
  const bool plain = tile.holds == 0;
  const unsigned sources = plain ? tile.links - 1 : tile.links + tile.holds;
  const unsigned bits = 1 + (sources + 1) / 2;
  const unsigned code = word >> (output * bits) & ((1U << bits) - 1);
  for (unsigned k = 0; k < kCodes.size(); ++k) {
    if (kCodes[k] == code) return output < tile.links && k >= output ? k + 1 : k;
  }
  return std::nullopt;
}

}  // namespace

Walk walk(const Fabric& fabric, const FabricMode& mode, Cycle slots, Cycle quiet) {
  Walk found;
  const std::size_t tiles = fabric.tiles.size();
  std::vector<std::vector<Line>> out(tiles);  // registers of the outputs
  for (std::size_t t = 0; t < tiles; ++t) {
    out[t].resize(fabric.tiles[t].links + fabric.tiles[t].holds);
  }
  for (Cycle slot = 0; slot < slots; ++slot) {
    const auto tell = [&](const std::string& text) {
      if (slot >= quiet) found.faults.push_back(fmt::format("slot {}: {}", slot, text));
    };
    auto next = out;
    for (std::size_t t = 0; t < tiles; ++t) {
      const FabricTile& tile = fabric.tiles[t];
      const std::uint32_t end = mode.endpoints[t][slot % mode.period];
      const std::uint32_t word = mode.routers[t][slot % mode.period];
      const unsigned flows = (1U << fabric.flow_bits) - 1;
      std::vector<Line> in(tile.links + tile.holds);
      if ((end & 1) != 0) in[0] = WalkedWord{t, end >> 3 & flows, slot};
      for (unsigned l = 1; l < tile.links; ++l) {
        if (tile.in[l].tile != kNoTile) in[l] = out[tile.in[l].tile][tile.in[l].link];
      }
      for (unsigned h = 0; h < tile.holds; ++h) in[tile.links + h] = out[t][tile.links + h];
      std::vector<char> taken(in.size());
      for (unsigned o = 0; o < out[t].size(); ++o) {
        next[t][o].reset();
        const auto source = source_of(tile, word, o);
        if (!source) continue;
        if (*source >= in.size()) {
          found.faults.push_back(fmt::format("{} output {} takes no input", tile.name, o));
          continue;
        }
        taken[*source] = 1;
        next[t][o] = in[*source];
        if (!in[*source]) tell(fmt::format("{} input {} is silent", tile.name, *source));
      }
      for (unsigned i = 0; i < in.size(); ++i) {
        if (in[i] && taken[i] == 0) tell(fmt::format("{} input {} is left", tile.name, i));
      }
      const bool ejects = (end & 4) != 0;
      if (ejects != next[t][0].has_value()) tell(fmt::format("{} ejection", tile.name));
      if (ejects && next[t][0]) {
        found.ejected.push_back({t, end >> (3 + fabric.flow_bits) & flows, slot, *next[t][0]});
      }
    }
    out = std::move(next);
  }
  return found;
}

}  // namespace romcast::test
