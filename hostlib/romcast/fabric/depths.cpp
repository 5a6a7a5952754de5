// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/depths.hpp"

#include <algorithm>
#include <numeric>

namespace romcast {
namespace {

// Clocks are as in docs/fabric-rtl.md. A word that enters a queue in clock c appears at the queue's
// output in clock c + 2. If the sender's slot counter shows a slot in clock s, the slot's word
// leaves the sender's queue in clock s + 2, and the queue no longer counts the word in clock s + 3.
constexpr std::uint64_t kDecision = 2;
// A word that is ejected in slot e enters the receiver's queue in clock e + 4, and the credits that
// the receiver injects in slot e + 4 or later count this word.
constexpr std::uint64_t kCreditAfter = 4;
// A credit that is sent in slot b and travels h slots affects injections from slot b + h + 4 on.
constexpr std::uint64_t kCreditWorks = 4;

// True if `other` carries the credits of `flow`: `other` leads from the only receiver of `flow` to
// the sender, and there the `m_axis_tid` of `other` is equal to the `s_axis_tdest` of `flow`.
bool brings_credit(const FabricFlow& other, const FabricFlow& flow) {
  return other.to == std::vector{flow.from} && flow.to == std::vector{other.from} &&
         other.ids.front() == flow.dest;
}

class Depths {
 public:
  Depths(const Fabric& fabric, const FabricMode& mode, bool credits)
      : fabric_(fabric), mode_(mode), credits_(credits) {}

  [[nodiscard]] FabricDepths of(std::size_t tile) const {
    FabricDepths depths;
    depths.stalls =
        credits_ && std::ranges::all_of(fabric_.flows, [&](const FabricFlow& flow) {
          return flow.back != kNoTile || std::ranges::find(flow.to, tile) == flow.to.end();
        });
    source(tile, depths);
    sink(tile, depths);
    return depths;
  }

 private:
  void source(std::size_t tile, FabricDepths& depths) const {
    std::vector<std::uint64_t> slots;
    for (const FabricWord& word : mode_.words) {
      const FabricFlow& flow = fabric_.flows[word.flow];
      if (flow.from == tile && !flow.credit_only) slots.push_back(word.slot);
    }
    std::ranges::sort(slots);
    for (Cycle from = 0; from < mode_.period && !slots.empty(); ++from) {
      std::vector<std::uint64_t> left;  // slots in which the words leave, ascending
      for (const std::uint64_t slot : slots) {
        left.push_back(slot < from ? slot + mode_.period : slot);
      }
      std::ranges::sort(left);
      for (std::uint32_t i = 0; i < left.size(); ++i) {
        const auto gone = std::count_if(left.begin(), left.begin() + i, [&](std::uint64_t slot) {
          return slot + kDecision < from + i;
        });
        const std::uint32_t used = i - static_cast<std::uint32_t>(gone) + 1;
        if (used > depths.tx) {
          depths.tx = used;
          depths.tx_from = from;
        }
      }
    }
  }

  // Number of words that arrive during a stall of the sink, after the stall's first word, which
  // arrives in slot `first`.
  [[nodiscard]] std::uint32_t under_way(std::size_t tile, std::uint64_t first) const {
    std::uint32_t words = 0;
    for (const FabricWord& word : mode_.words) {
      const FabricFlow& flow = fabric_.flows[word.flow];
      if (flow.credit_only || flow.to != std::vector{tile}) continue;
      const std::uint64_t end = credit_end(mode_, fabric_, word.flow, first);
      for (std::uint64_t slot = word.slot; slot < end; slot += mode_.period) {
        if (slot + word.after.front() > first) ++words;
      }
    }
    return words;
  }

  void sink(std::size_t tile, FabricDepths& depths) const {
    std::vector<char> ejected(mode_.period);
    bool any = false;
    for (const FabricWord& word : mode_.words) {
      const FabricFlow& flow = fabric_.flows[word.flow];
      if (flow.credit_only) continue;
      for (std::size_t i = 0; i < flow.to.size(); ++i) {
        if (flow.to[i] != tile) continue;
        ejected[(word.slot + word.after[i]) % mode_.period] = 1;
        any = true;
      }
    }
    if (!any) return;
    // From this slot on, all frames have the same ejections: the first words have passed all paths.
    const std::uint64_t full = (std::uint64_t{mode_.longest()} / mode_.period + 2) * mode_.period;
    const auto comes = [&](std::uint64_t slot) {
      return ejected[slot % mode_.period] != 0 ? 1U : 0U;
    };
    // The queue of a ready sink counts a word for two clocks.
    for (std::uint64_t slot = full; slot < full + mode_.period; ++slot) {
      depths.waiting = std::max(depths.waiting, comes(slot) + comes(slot - 1));
    }
    for (std::uint64_t first = full; first < full + mode_.period; ++first) {
      if (comes(first) == 0) continue;
      const std::uint32_t after = depths.stalls ? under_way(tile, first) : 0;
      const std::uint32_t needed =
          depths.stalls ? depths.waiting + 1 + after : 1 + comes(first - 1) + comes(first - 2);
      if (needed <= depths.rx) continue;
      depths.rx = needed;
      depths.room = after > 0 ? after - 1 : 0;
      depths.rx_from = static_cast<Cycle>(first - full);
    }
  }

  const Fabric& fabric_;
  const FabricMode& mode_;
  const bool credits_;
};

// Depths with frames on demand. A frame begins once the queue of each source holds all words that
// the source sends in the frame, and the queue of each sink has capacity for `room` words and
// for the two words that the signal `ready` counts late.
FabricDepths depths_on_demand(const Fabric& fabric, std::size_t mode, std::size_t tile) {
  const std::uint32_t room = fabric.words_to(mode, tile) * (1 + fabric.drain());
  return {.tx = fabric.words_from(mode, tile),
          .rx = room == 0 ? 0 : room + 2,
          .room = room,
          .stalls = true};
}

}  // namespace

std::uint64_t most_without_credit(const FabricMode& mode, const std::vector<FabricFlow>& flows,
                                  std::size_t tile) {
  std::vector<std::uint32_t> ejected(mode.period);
  Cycle there = 0, back = 0;
  for (const FabricWord& word : mode.words) {
    const FabricFlow& flow = flows[word.flow];
    for (std::size_t i = 0; i < flow.to.size(); ++i) {
      if (flow.from == tile) back = std::max(back, word.after[i]);
      if (flow.to[i] != tile) continue;
      there = std::max(there, word.after[i]);
      if (!flow.credit_only && flow.arrives) ++ejected[(word.slot + word.after[i]) % mode.period];
    }
  }
  // P + a + b + 3 of docs/fabric-rtl.md (Credits), with a = there + 1 and b = back + 1 routers.
  const std::uint64_t window = std::uint64_t{mode.period} + there + back + 2 + 3;
  const std::uint64_t frame = std::accumulate(ejected.begin(), ejected.end(), std::uint64_t{0});
  std::uint64_t most = 0;
  for (Cycle first = 0; first < mode.period; ++first) {
    std::uint64_t words = frame * (window / mode.period);
    for (Cycle i = 0; i < window % mode.period; ++i) words += ejected[(first + i) % mode.period];
    most = std::max(most, words);
  }
  // Without credits the queue must hold the words of two frames.
  return std::max(most, 2 * frame);
}

std::uint64_t credit_end(const FabricMode& mode, const Fabric& fabric, std::size_t flow,
                         std::uint64_t first) {
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::uint64_t end = kNever;
  for (const FabricWord& back : mode.words) {
    if (!brings_credit(fabric.flows[back.flow], fabric.flows[flow])) continue;
    const std::uint64_t earliest = first + kCreditAfter;
    const std::uint64_t ahead = (mode.period + back.slot - earliest % mode.period) % mode.period;
    end = std::min(end, earliest + ahead + back.after.front() + kCreditWorks);
  }
  if (end == kNever) {
    throw std::logic_error("fabric: no word brings the credits of flow " + fabric.flows[flow].name);
  }
  return end;
}

std::vector<FabricDepths> fabric_depths(const Fabric& fabric, std::size_t mode, bool credits) {
  const Depths depths(fabric, fabric.modes[mode], credits);
  std::vector<FabricDepths> all;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    all.push_back(fabric.on_demand ? depths_on_demand(fabric, mode, t) : depths.of(t));
  }
  return all;
}

std::vector<FabricArrival> fabric_arrivals(const FabricMode& mode, const Fabric& fabric,
                                           std::size_t tile, std::uint64_t from,
                                           std::uint64_t until) {
  std::vector<FabricArrival> all;
  for (const FabricWord& word : mode.words) {
    const FabricFlow& flow = fabric.flows[word.flow];
    if (flow.credit_only || !flow.arrives) continue;
    const auto receiver = std::ranges::find(flow.to, tile) - flow.to.begin();
    if (receiver == std::ssize(flow.to)) continue;
    const Cycle after = word.after[static_cast<std::size_t>(receiver)];
    for (std::uint64_t slot = word.slot; slot < until; slot += mode.period) {
      if (slot + after >= from) all.push_back({word.flow, slot});
    }
  }
  std::ranges::sort(all, {}, &FabricArrival::slot);
  return all;
}

}  // namespace romcast
