// SPDX-License-Identifier: Apache-2.0
#include "hostlib/fabric/table_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace romcast::test {
namespace {

constexpr std::array<unsigned, 8> kCodes{2, 3, 4, 5, 8, 9, 16, 17};  // [source]: its code

struct Combined {
  std::vector<WalkedWord> parts;
  std::vector<unsigned> operations{};
};
using Line = std::optional<Combined>;

// Numbers of a tile's inputs, of its outputs, and of the bits for one output in a table word of the
// tile's router (docs/fabric-rtl.md).
struct Shape {
  unsigned inputs, outputs, bits;
  explicit Shape(const FabricTile& tile)
      : inputs(tile.links + (tile.reduces ? 1 : 0) + tile.holds),
        outputs(tile.links + (tile.reduces ? 2 : 0) + tile.holds),
        bits(1 + ((outputs > tile.links ? inputs : tile.links - 1) + 1) / 2) {}
};

Combined combination(const Combined& a, const Combined& b, unsigned operation) {
  Combined result = a;
  result.parts.insert(result.parts.end(), b.parts.begin(), b.parts.end());
  result.operations.insert(result.operations.end(), b.operations.begin(), b.operations.end());
  result.operations.push_back(operation);
  std::ranges::sort(result.parts);
  return result;
}

// The input that drives an output; nothing if the output is idle.
std::optional<unsigned> source_of(const FabricTile& tile, std::uint32_t word, unsigned output) {
  const unsigned bits = Shape(tile).bits;
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
    out[t].resize(Shape(fabric.tiles[t]).outputs);
  }
  std::vector<Line> results(tiles);         // results of the tiles' operators
  std::vector<unsigned> operations(tiles);  // operations for their next operands
  for (Cycle slot = 0; slot < slots; ++slot) {
    const auto tell = [&](const std::string& text) {
      if (slot >= quiet) found.faults.push_back(fmt::format("slot {}: {}", slot, text));
    };
    auto next = out;
    auto next_results = results;
    for (std::size_t t = 0; t < tiles; ++t) {
      const FabricTile& tile = fabric.tiles[t];
      const std::uint32_t end = mode.endpoints[t][slot % mode.period];
      const std::uint32_t word = mode.routers[t][slot % mode.period];
      const unsigned flows = (1U << fabric.flow_bits) - 1;
      const Shape shape(tile);
      std::vector<Line> in(shape.inputs);
      if ((end & 1) != 0) in[0] = Combined{{WalkedWord{t, end >> 3 & flows, slot}}};
      for (unsigned l = 1; l < tile.links; ++l) {
        if (tile.in[l].tile != kNoTile) in[l] = out[tile.in[l].tile][tile.in[l].link];
      }
      if (tile.reduces) in[tile.links] = results[t];
      for (unsigned h = 1; h <= tile.holds; ++h) {
        in[shape.inputs - h] = out[t][shape.outputs - h];
      }
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
      if (tile.reduces) {
        // The operands that the preceding slot stored.
        const Line &a = out[t][tile.links], &b = out[t][tile.links + 1];
        if (a.has_value() != b.has_value()) tell(fmt::format("{} has one operand", tile.name));
        next_results[t].reset();
        if (a && b) next_results[t] = combination(*a, *b, operations[t]);
        operations[t] = word >> (shape.outputs * shape.bits);
      }
      const bool ejects = (end & 4) != 0;
      if (ejects != next[t][0].has_value()) tell(fmt::format("{} ejection", tile.name));
      if (ejects && next[t][0]) {
        const Combined& word_out = *next[t][0];
        found.ejected.push_back({t, end >> (3 + fabric.flow_bits) & flows, slot,
                                 word_out.parts.front(), word_out.parts, word_out.operations});
      }
    }
    out = std::move(next);
    results = std::move(next_results);
  }
  return found;
}

}  // namespace romcast::test
