// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_monitor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast {
namespace {

// A word is on the endpoint's link three clocks after its slot.
constexpr std::size_t kLinkAfter = 3;

}  // namespace

FabricMonitor::FabricMonitor(const FabricDesign& design)
    : design_(design),
      flying_(design.fabric().tiles.size()),
      flows_(design.fabric().flows.size()),
      last_slot_(design.fabric().flows.size()),
      known_(design.fabric().flows.size()),
      left_(design.fabric().tiles.size()),
      came_(design.fabric().tiles.size()),
      slots_(kLinkAfter + 1, ~std::uint32_t{0}),
      banks_(kLinkAfter + 1) {
  const Fabric& fabric = design.fabric();
  for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
    const FabricMode& mode = fabric.modes[m];
    std::vector<std::vector<const FabricWord*>> of_flow(fabric.flows.size());
    for (const FabricWord& word : mode.words) {
      ways_[{m, fabric.flows[word.flow].from, word.slot}] = {word.flow, word.after};
      of_flow[word.flow].push_back(&word);
    }
    for (std::size_t f = 0; f < of_flow.size(); ++f) {
      auto& words = of_flow[f];
      std::ranges::sort(words, {}, [](const FabricWord* word) { return word->slot; });
      for (std::size_t i = 0; i < words.size(); ++i) {
        const Cycle before = words[(i + words.size() - 1) % words.size()]->slot;
        const Cycle gap = words[i]->slot > before ? words[i]->slot - before
                                                  : words[i]->slot + mode.period - before;
        const Cycle path = *std::ranges::max_element(words[i]->after);
        known_[f] = std::max(known_[f], gap + path + 1);
      }
    }
  }
}

void FabricMonitor::tell(const std::string& text) {
  if (wrong_++ == 0) first_wrong_ = fmt::format("clock {}: {}", now_, text);
}

void FabricMonitor::leaves(std::size_t tile, const FabricLine& line) {
  if (!line.valid && !line.last) return;
  const std::size_t mode = modes_[banks_[kLinkAfter] ? 1 : 0];
  const std::uint32_t slot = slots_[kLinkAfter];
  const auto way = ways_.find({mode, tile, slot});
  if (way == ways_.end()) {
    tell(fmt::format("{} sends in slot {}, which no flow has", design_.endpoint(tile), slot));
    return;
  }
  const auto& [flow, after] = way->second;
  const FabricFlow& of = design_.fabric().flows[flow];
  if (line.valid) {
    ++flows_[flow].words;
    ++left_[tile];
    for (std::size_t i = 0; i < of.to.size(); ++i) {
      flying_[of.to[i]].push_back({.flow = flow,
                                   .receiver = i,
                                   .begin = now_,
                                   .due = now_ + after[i] + 1,
                                   .chance = last_slot_[flow],
                                   .slot = slot,
                                   .mode = mode,
                                   .word = line});
    }
  }
  last_slot_[flow] = now_;
}

void FabricMonitor::comes(std::size_t tile, const FabricLine& line) {
  auto& flying = flying_[tile];
  if (line.valid) {
    ++came_[tile];
    const auto equal = [&](const Flying& one) {
      return one.word.data == line.data && one.word.last == line.last;
    };
    auto found = std::ranges::find_if(
        flying, [&](const Flying& one) { return equal(one) && one.due == now_; });
    if (found == flying.end()) found = std::ranges::find_if(flying, equal);
    if (found == flying.end()) {
      tell(fmt::format("{} receives a word that nobody sent there", design_.endpoint(tile)));
      return;
    }
    const FabricFlow& of = design_.fabric().flows[found->flow];
    const auto clocks = static_cast<Cycle>(now_ - found->begin);
    if (found->due != now_) {
      tell(fmt::format("a word of flow {} takes {} clocks to {}, the schedule says {}", of.name,
                       clocks, design_.endpoint(tile), found->due - found->begin));
    }
    FlowClocks& measured = flows_[found->flow];
    if (found->chance) {
      const auto latency = static_cast<Cycle>(now_ - *found->chance);
      measured.latency = std::max(measured.latency.value_or(0), latency);
    }
    Span& span = spans_[{found->flow, found->receiver, found->mode, found->slot}];
    span.least = std::min(span.least, clocks);
    span.most = std::max(span.most, clocks);
    measured.jitter = std::max(measured.jitter, span.most - span.least);
    flying.erase(found);
  }
  // A word that may still come is within two frames of its clock.
  const std::uint64_t patience = 2 * std::uint64_t{design_.fabric().modes.front().period} + 8;
  std::erase_if(flying, [&](const Flying& one) {
    if (one.due + patience > now_) return false;
    tell(fmt::format("a word of flow {} never comes to {}", design_.fabric().flows[one.flow].name,
                     design_.endpoint(tile)));
    return true;
  });
}

void FabricMonitor::clock(const FabricPins& pins) {
  ++now_;
  const bool changed = banks_[kLinkAfter] != banks_[kLinkAfter - 1];
  std::shift_right(slots_.begin(), slots_.end(), 1);
  std::shift_right(banks_.begin(), banks_.end(), 1);
  slots_[0] = pins.slot;
  banks_[0] = pins.bank;
  // No latency is defined between slots of two tables, or across a rest.
  const bool rests = slots_[kLinkAfter] == (1U << design_.fabric().slot_bits) - 1;
  if (changed || rests) std::ranges::fill(last_slot_, std::nullopt);
  for (std::size_t t = 0; t < pins.tiles.size(); ++t) {
    if (design_.has_endpoint(t)) leaves(t, pins.tiles[t].leaves);
  }
  for (std::size_t t = 0; t < pins.tiles.size(); ++t) {
    if (design_.has_endpoint(t)) comes(t, pins.tiles[t].comes);
  }
}

bool FabricMonitor::idle() const {
  return std::ranges::all_of(flying_, [](const auto& words) { return words.empty(); });
}

}  // namespace romcast
