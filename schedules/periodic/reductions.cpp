// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>
#include <unordered_map>
#include <utility>

#include "romcast/core/error.hpp"
#include "schedules/periodic/reduction_trees.hpp"

namespace romcast::periodic {
namespace {

constexpr std::uint64_t kNoCost = std::numeric_limits<std::uint64_t>::max();
constexpr Cycle kMostUnderWay =
    15;                          // limit of a tree's span, in frames: as many as a fabric drains
constexpr unsigned kShapes = 6;  // trees that are compared for a flow
constexpr unsigned kTries = 40;  // attempts to make a tree
constexpr unsigned kMovesAtOnce = 16;

// The search for trees and for the cycles in which words begin. All words of a reduction use one
// tree, at different times, so no word of the reduction overtakes another.
class ReductionSearch {
 public:
  ReductionSearch(const Topology& network, const std::vector<const Flow*>& words, Cycle period,
                  unsigned seed)
      : period_(period), random_(seed + 1) {
    const ReductionResources resources(network);
    capacity_.assign(resources.all(), 1);
    for (ChannelId c = 0; c < network.channels().size(); ++c) {
      capacity_[c] = network.channels()[c].capacity;
    }
    occupants_.resize(std::size_t{resources.all()} * period);
    for (const Flow* flow : words) {
      if (flows_.empty() || flow != flows_.back().flow) flows_.push_back({flow});
      of_word_.push_back(flows_.size() - 1);
      ++flows_.back().words;
    }
    for (const Tree& flow : flows_) trees_.emplace_back(network, *flow.flow, random_);
    starts_.resize(words.size());
  }

  bool run(const std::function<bool()>& go_on) {
    while (go_on()) {
      if (choose_shapes() && place_all(go_on)) return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<Placed> placed() const {
    std::vector<Placed> all;
    for (std::uint32_t w = 0; w < starts_.size(); ++w) {
      all.push_back(shape_of(w).hops);
      for (PlacedHop& hop : all.back()) hop.cycle += starts_[w];
    }
    return all;
  }

 private:
  struct Tree {
    const Flow* flow = nullptr;
    std::uint32_t words = 0;
    ReductionTree shape{};
  };

  [[nodiscard]] const ReductionTree& shape_of(std::uint32_t word) const {
    return flows_[of_word_[word]].shape;
  }
  [[nodiscard]] std::size_t cell(const ReductionUse& use, Cycle start) const {
    return std::size_t{use.resource} * period_ + (start + use.after) % period_;
  }
  [[nodiscard]] bool over(std::size_t cell) const {
    return occupants_[cell].size() > capacity_[cell / period_];
  }

  // Chooses for each flow the tree with the least span among some random trees that fit the period.
  // Trees with few children per node span more cycles, but use each operator less. False if some
  // flow has no tree that fits.
  bool choose_shapes() {
    ++attempts_;
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      bool found = false;
      unsigned fit = 0;
      for (unsigned i = 0; i < kTries && fit < kShapes; ++i) {
        const bool shortest = attempts_ % 4 < 2 || random_() % 2 == 0;
        std::optional<ReductionTree> made = trees_[f].make(shortest);
        if (!made || !fits(*made, flows_[f].words)) continue;
        ++fit;
        if (found && made->span >= flows_[f].shape.span) continue;
        flows_[f].shape = std::move(*made);
        found = true;
      }
      if (!found) return false;
    }
    return true;
  }

  [[nodiscard]] bool fits(const ReductionTree& shape, std::uint32_t words) const {
    if (shape.span > std::uint64_t{kMostUnderWay} * period_ || starts_of(shape) < words) {
      return false;
    }
    std::unordered_map<std::uint32_t, std::uint64_t> loads;
    std::unordered_map<std::size_t, std::uint32_t> used;
    return std::ranges::all_of(shape.uses, [&](const ReductionUse& use) {
      const std::uint64_t capacity = capacity_[use.resource];
      return (loads[use.resource] += words) <= capacity * period_ &&
             ++used[cell(use, 0)] <= capacity;
    });
  }

  // The number of cycles in which a word with this shape may begin.
  [[nodiscard]] Cycle starts_of(const ReductionTree& shape) const {
    const Cycle taken = shape.last_begin + Reductions::kEntrySlots;
    return period_ > taken ? period_ - taken : 0;
  }

  // Places all words. Then, while words conflict, moves a random one of them to the start with the
  // least weighted conflicts; false if there are still conflicts after many moves, or if go_on()
  // returns false.
  bool place_all(const std::function<bool()>& go_on) {
    for (auto& words : occupants_) words.clear();
    weight_.assign(occupants_.size(), 1);
    crowded_.clear();
    for (std::uint32_t word = 0; word < starts_.size(); ++word) {
      if (word % kMovesAtOnce == 0 && !go_on()) return false;
      place(word);
    }
    const std::uint64_t most = 50 + 20 * starts_.size();
    for (std::uint64_t move = 1; !crowded_.empty(); ++move) {
      if (move > most || (move % kMovesAtOnce == 0 && !go_on())) return false;
      const std::size_t at = crowded_[random_() % crowded_.size()];
      const std::uint32_t word = occupants_[at][random_() % occupants_[at].size()];
      take(word);
      place(word);
      for (const ReductionUse& use : shape_of(word).uses) {
        if (over(cell(use, starts_[word]))) ++weight_[cell(use, starts_[word])];
      }
    }
    return true;
  }

  void place(std::uint32_t word) {
    const Cycle starts = starts_of(shape_of(word));
    const auto first = static_cast<Cycle>(random_() % starts);
    std::uint64_t best = kNoCost;
    for (Cycle j = 0; j < starts && best > 0; ++j) {
      const Cycle start = (period_ - 1 + (first + j) % starts) % period_;
      const std::uint64_t cost = cost_of(shape_of(word), start);
      if (cost >= best) continue;
      best = cost;
      starts_[word] = start;
    }
    for (const ReductionUse& use : shape_of(word).uses) {
      const std::size_t at = cell(use, starts_[word]);
      occupants_[at].push_back(word);
      if (occupants_[at].size() == capacity_[at / period_] + 1) crowded_.push_back(at);
    }
  }

  [[nodiscard]] std::uint64_t cost_of(const ReductionTree& shape, Cycle start) const {
    std::uint64_t cost = 0;
    for (const ReductionUse& use : shape.uses) {
      const std::size_t at = cell(use, start), words = occupants_[at].size() + 1;
      if (words > capacity_[at / period_]) cost += weight_[at] * (words - capacity_[at / period_]);
    }
    return cost;
  }

  void take(std::uint32_t word) {
    for (const ReductionUse& use : shape_of(word).uses) {
      const std::size_t at = cell(use, starts_[word]);
      const bool crowded = over(at);
      occupants_[at].erase(std::ranges::find(occupants_[at], word));
      if (crowded && !over(at)) crowded_.erase(std::ranges::find(crowded_, at));
    }
  }

  const Cycle period_;
  std::minstd_rand random_;
  std::vector<Tree> flows_;
  std::vector<RandomTrees> trees_;                     // by flow
  std::vector<std::size_t> of_word_;                   // by word: its flow
  std::vector<std::uint32_t> capacity_;                // by resource
  std::vector<Cycle> starts_;                          // by word
  std::vector<std::vector<std::uint32_t>> occupants_;  // by cell: words
  std::vector<std::uint64_t> weight_;                  // by cell
  std::vector<std::size_t> crowded_;                   // cells
  std::uint64_t attempts_ = 0;
};

}  // namespace

Reductions::Reductions(const Topology& network, std::vector<const Flow*> words)
    : network_(&network), words_(std::move(words)) {
  const Flow* before = nullptr;
  for (const Flow* flow : words_) {
    if (std::exchange(before, flow) == flow) continue;
    std::minstd_rand random(1);
    RandomTrees trees(network, *flow, random);
    bool found = false;
    for (unsigned i = 0; i < kTries && !found; ++i) found = trees.make(true).has_value();
    if (found) continue;
    throw InputError(
        fmt::format("reduction {}: no node that forwards can be reached from all its "
                    "sources and reaches all its destinations",
                    flow->name));
  }
}

std::optional<std::vector<Placed>> Reductions::place(Cycle period, unsigned seed,
                                                     const std::function<bool()>& go_on) const {
  ReductionSearch search(*network_, words_, period, seed);
  if (!search.run(go_on)) return std::nullopt;
  return search.placed();
}

}  // namespace romcast::periodic
