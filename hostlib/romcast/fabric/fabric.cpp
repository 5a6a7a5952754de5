// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/fabric.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "romcast/core/fingerprint.hpp"

namespace romcast {

std::uint32_t FabricTile::code(unsigned output, unsigned input) const {
  const unsigned k = output < links && input > output ? input - 1 : input;
  return k < 2 ? 2 + k : (1U << (k / 2 + 1)) + k % 2;
}

unsigned FabricTile::code_bits() const {
  const unsigned sources = outputs() > links ? inputs() : links - 1;
  return 1 + (sources + 1) / 2;
}

Cycle FabricMode::longest() const {
  Cycle most = 0;
  for (const FabricWord& word : words) {
    for (const Cycle after : word.after) most = std::max(most, after);
  }
  return most + 1;
}

Cycle Fabric::drain() const {
  Cycle frames = 1;
  for (const FabricMode& mode : modes) {
    frames = std::max(frames, (mode.longest() + mode.period - 1) / mode.period);
  }
  return frames;
}

bool Fabric::modes_have_equal_flows() const {
  std::vector<std::vector<bool>> flow_is_used;
  for (const FabricMode& mode : modes) {
    std::vector<bool>& used = flow_is_used.emplace_back(flows.size());
    for (const FabricWord& word : mode.words) used[word.flow] = true;
  }
  return std::ranges::adjacent_find(flow_is_used, std::ranges::not_equal_to()) ==
         flow_is_used.end();
}

Cycle Fabric::latency(std::size_t mode, std::size_t flow) const {
  Cycle longest = 0;
  const auto first = std::ranges::lower_bound(modes[mode].words, flow, {}, &FabricWord::flow);
  const auto end = std::ranges::upper_bound(modes[mode].words, flow, {}, &FabricWord::flow);
  for (auto word = first; word != end; ++word) {
    const Cycle before = std::prev(word == first ? end : word)->slot;
    const Cycle gap = word->slot - before + (word->slot > before ? 0 : modes[mode].period);
    longest = std::max(longest, gap + *std::ranges::max_element(word->after) + 1);
  }
  return longest;
}

std::uint32_t Fabric::words_from(std::size_t mode, std::size_t tile) const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(modes[mode].words, [&](const FabricWord& word) {
        return flows[word.flow].from == tile && !flows[word.flow].credit_only;
      }));
}

std::uint32_t Fabric::words_to(std::size_t mode, std::size_t tile) const {
  std::ptrdiff_t all = 0;
  for (const FabricWord& word : modes[mode].words) {
    const FabricFlow& flow = flows[word.flow];
    if (!flow.credit_only && flow.arrives) all += std::ranges::count(flow.to, tile);
  }
  return static_cast<std::uint32_t>(all);
}

std::uint64_t Fabric::fingerprint(unsigned payload_bits) const {
  std::string text = fmt::format("{} {} {}\n", payload_bits, slot_bits, flow_bits);
  if (on_demand) text += fmt::format("on demand {}\n", fmt::join(tx, " "));
  if (!credits && !on_demand) text += "no credits\n";
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    text += fmt::format("{} {} {} {}", tiles[t].links, tiles[t].holds, tiles[t].endpoint, room[t]);
    for (const FabricEnd& end : tiles[t].in) text += fmt::format(" {}.{}", end.tile, end.link);
    if (tiles[t].reduces) text += is_signed ? " signed operator" : " operator";
    text += '\n';
  }
  return romcast::fingerprint(text);
}

}  // namespace romcast
