// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_monitor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/fabric/fabric_operators.hpp"

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
      begins_(kLinkAfter + 1),
      banks_(kLinkAfter + 1) {
  const Fabric& fabric = design.fabric();
  for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
    const FabricMode& mode = fabric.modes[m];
    for (const FabricWord& word : mode.words) {
      ways_[{m, fabric.flows[word.flow].from, word.slot}] = {word.flow, word.after};
      const Cycle path = *std::ranges::max_element(word.after);
      known_[word.flow] =
          std::max(known_[word.flow],
                   fabric.on_demand ? word.slot + path + 1 : fabric.latency(m, word.flow));
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
    const std::optional<std::uint64_t> chance =
        design_.fabric().on_demand ? begins_[kLinkAfter] + kLinkAfter : last_slot_[flow];
    for (std::size_t i = 0; i < of.to.size(); ++i) {
      flies(of.to[i], {.reduction = of.reduction,
                       .receiver = i,
                       .due = now_ + after[i] + 1,
                       .mode = mode,
                       .word = line,
                       .sent = {{flow, now_, chance, slot}}});
    }
  }
  last_slot_[flow] = now_;
}

void FabricMonitor::flies(std::size_t tile, Flying word) {
  const auto other = std::ranges::find_if(flying_[tile], [&](const Flying& one) {
    return one.reduction != kNoTile && one.reduction == word.reduction && one.due == word.due;
  });
  if (other == flying_[tile].end()) {
    flying_[tile].push_back(std::move(word));
    return;
  }
  const Fabric& fabric = design_.fabric();
  other->word.data = combined_words(fabric.reductions[word.reduction].operation, other->word.data,
                                    word.word.data, design_.settings().payload, fabric.is_signed);
  other->word.last = other->word.last || word.word.last;
  other->sent.push_back(word.sent.front());
}

void FabricMonitor::arrives(const Flying& word, std::size_t tile) {
  for (const Sent& sent : word.sent) {
    const auto clocks = static_cast<Cycle>(now_ - sent.begin);
    if (word.due != now_) {
      tell(fmt::format("a word of flow {} takes {} clocks to {}, the schedule has {}",
                       design_.fabric().flows[sent.flow].name, clocks, design_.endpoint(tile),
                       word.due - sent.begin));
    }
    FlowClocks& measured = flows_[sent.flow];
    if (sent.chance) {
      const auto latency = static_cast<Cycle>(now_ - *sent.chance);
      measured.latency = std::max(measured.latency.value_or(0), latency);
    }
    Span& span = spans_[{sent.flow, word.receiver, word.mode, sent.slot}];
    span.least = std::min(span.least, clocks);
    span.most = std::max(span.most, clocks);
    measured.jitter = std::max(measured.jitter, span.most - span.least);
  }
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
    arrives(*found, tile);
    flying.erase(found);
  }
  // A word that is late by two frames of mode 0 and 8 clocks counts as lost.
  const std::uint64_t patience = 2 * std::uint64_t{design_.fabric().modes.front().period} + 8;
  std::erase_if(flying, [&](const Flying& one) {
    if (one.due + patience > now_) return false;
    tell(fmt::format("a word of flow {} never comes to {}",
                     design_.fabric().flows[one.sent.front().flow].name, design_.endpoint(tile)));
    return true;
  });
}

void FabricMonitor::clock(const FabricPins& pins) {
  ++now_;
  const bool changed = banks_[kLinkAfter] != banks_[kLinkAfter - 1];
  std::shift_right(slots_.begin(), slots_.end(), 1);
  std::shift_right(banks_.begin(), banks_.end(), 1);
  std::shift_right(begins_.begin(), begins_.end(), 1);
  slots_[0] = pins.slot;
  if (pins.slot == 0) begins_[0] = now_;
  banks_[0] = pins.bank;
  // No latency is defined between slots of two tables, or across a pause between frames.
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
