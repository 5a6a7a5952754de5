// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/fabric/capacities.hpp"
#include "romcast/fabric/flows.hpp"
#include "romcast/fabric/wiring.hpp"

namespace romcast {
namespace {

using fabric::kEndpoint;
using fabric::kOperandA;
using fabric::kOperandB;
using fabric::kResult;
using fabric::NamedFlow;
using fabric::Port;
using fabric::Stay;
using fabric::Tiles;

constexpr unsigned kMostInputs = 7, kMostWordBits = 32, kMostSlotBits = 12, kMostFlowBits = 12;
constexpr Cycle kMostDrain = 15;

unsigned bits_for(std::uint64_t values) {  // ceil(log2 values)
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

// For each slot in which a word waits in a tile, assigns one of the tile's registers to the word.
class Holds {
 public:
  Holds(const std::vector<Stay>& stays, Cycle period) : period_(period) {
    for (std::size_t s = 0; s < stays.size(); ++s) {
      unsigned held = kNone;
      for (Cycle t = stays[s].from; t < stays[s].leaves.back().first; ++t) {
        std::vector<char>& slot = used_[{stays[s].tile, t % period_}];
        if (held == kNone || held >= slot.size() || slot[held] != 0) {
          held = static_cast<unsigned>(std::ranges::find(slot, 0) - slot.begin());
        }
        if (held >= slot.size()) slot.resize(held + 1);
        slot[held] = 1;
        registers_[{s, t}] = held;
      }
    }
  }
  /// The register that takes the word of `stay` in slot `t`; `t` is not modulo the period.
  [[nodiscard]] unsigned of(std::size_t stay, Cycle t) const { return registers_.at({stay, t}); }
  /// The slot in which the largest number of words wait in a tile, and that number.
  [[nodiscard]] std::pair<Cycle, unsigned> most(std::size_t tile) const {
    std::pair<Cycle, unsigned> most;
    for (const auto& [at, slot] : used_) {
      if (at.first == tile && slot.size() > most.second) {
        most = {at.second, static_cast<unsigned>(slot.size())};
      }
    }
    return most;
  }

 private:
  Cycle period_;
  std::map<std::pair<std::size_t, Cycle>, std::vector<char>> used_;  // by tile and slot
  std::map<std::pair<std::size_t, Cycle>, unsigned> registers_;      // by stay and time
};

bool is_possible(const FabricTile& tile) {
  return tile.inputs() <= kMostInputs && tile.word_bits() <= kMostWordBits;
}

void need_operator(FabricTile& tile, bool built) {
  if (built && !tile.reduces) {
    throw InputError(
        fmt::format("{} would combine words, and the fabric has no operator there", tile.name));
  }
  tile.reduces = true;
  if (is_possible(tile)) return;
  FabricTile most = tile;
  while (!is_possible(most)) --most.links;
  throw InputError(fmt::format(
      "{} would combine words, and has {} links; a tile with an operator has at most {}", tile.name,
      tile.links - 1, most.links - 1));
}

void need_holds(FabricTile& tile, std::pair<Cycle, unsigned> most, bool built) {
  if (built && most.second > tile.holds) {
    throw InputError(fmt::format(
        "{} would hold {} in slot {}, and the fabric has registers for {}; give `slots-waiting` 0",
        tile.name, counted(most.second, "word"), most.first, tile.holds));
  }
  tile.holds = std::max(tile.holds, most.second);
  if (is_possible(tile)) return;
  FabricTile fits = tile;
  while (fits.holds > 0 && !is_possible(fits)) --fits.holds;
  throw InputError(
      fmt::format("{} would hold {} in slot {}, and a tile with {} links{} holds at most {}; "
                  "give `slots-waiting` 0, or a longer `period`",
                  tile.name, counted(most.second, "word"), most.first, tile.links - 1,
                  tile.reduces ? " and an operator" : "", fits.holds));
}

// Throws InputError for reductions without frames on demand: if one source lacks its word, that
// operand is a bubble, and so is the result.
void need_frames_on_demand(const std::vector<FabricSchedule>& schedules, FabricRules rules) {
  for (const FabricSchedule& schedule : schedules) {
    if (rules.on_demand || !schedule.collective.reduces()) continue;
    const auto flows = schedule.collective.flows();
    throw InputError(fmt::format("reduction {} needs a fabric with frames on demand",
                                 std::ranges::find_if(flows, &Flow::reduces)->name));
  }
}

class Compiler {
 public:
  Compiler(const Topology& network, const std::vector<FabricSchedule>& schedules, FabricRules rules,
           const Fabric* built)
      : schedules_(schedules), built_(built), tiles_(network) {
    made_.credits = rules.credits;
    made_.on_demand = rules.on_demand;
    need_frames_on_demand(schedules, rules);
    std::vector<Stay> every;
    for (const FabricSchedule& schedule : schedules) {
      if (rules.on_demand) fabric::check_on_demand(schedule.collective);
      stays_.push_back(tiles_.stays(schedule));
      every.insert(every.end(), stays_.back().begin(), stays_.back().end());
      named_.push_back(fabric::flows_of(schedule.collective, network));
    }
    made_.tiles = built == nullptr ? tiles_.numbered(every) : tiles_.wired(built->tiles, every);
    std::vector<std::size_t> tile_of;
    for (NodeId p = 0; p < network.processors(); ++p) tile_of.push_back(tiles_.of_endpoint(p));
    made_.flows = fabric::numbered_flows(named_, tile_of, rules.credits && !rules.on_demand);
    made_.reductions = fabric::reductions_of(named_);
    made_.is_signed = built != nullptr ? built->is_signed : rules.is_signed;
    for (const Stay& stay : every) {
      if (stay.input == kResult) need_operator(made_.tiles[stay.tile], built != nullptr);
    }
    for (const std::vector<NamedFlow>& named : named_) flows_of_.push_back(numbers(named));
    size();
  }

  Fabric run() {
    std::vector<Holds> holds;
    for (std::size_t m = 0; m < schedules_.size(); ++m) {
      holds.emplace_back(stays_[m], schedules_[m].period);
      for (std::size_t t = 0; t < made_.tiles.size(); ++t) {
        need_holds(made_.tiles[t], holds.back().most(t), built_ != nullptr);
      }
    }
    for (std::size_t m = 0; m < schedules_.size(); ++m) made_.modes.push_back(mode(m, holds[m]));
    check_latencies();
    if (!made_.on_demand) let_stay();
    if (made_.drain() > kMostDrain) {
      throw InputError(
          fmt::format("words are under way for {} frames, at most {} can be drained; "
                      "give a longer `period`, or `slots-waiting` 0",
                      made_.drain(), kMostDrain));
    }
    fabric::size_queues(made_, built_);
    return std::move(made_);
  }

 private:
  // Checks the bounds on latency once more, in the fabric: a schedule that the user gives need not
  // count the cycles that words spend in tiles.
  void check_latencies() const {
    for (std::size_t m = 0; m < made_.modes.size(); ++m) {
      for (const NamedFlow& flow : named_[m]) {
        if (flow.bound == 0) continue;
        const Cycle latency = made_.latency(m, number_of(flow));
        if (latency <= flow.bound) continue;
        throw InputError(fmt::format(
            "a word of flow {} may take {} cycles in the fabric, at most {} are allowed", flow.name,
            latency, flow.bound));
      }
    }
  }

  void size() {
    unsigned most = 1;
    for (const FabricFlow& flow : made_.flows) {
      most = std::max(most, flow.dest);
      for (const unsigned id : flow.ids) most = std::max(most, id);
    }
    made_.flow_bits = std::max(bits_for(std::uint64_t{most} + 1), 1U);
    Cycle period = 1;
    for (const FabricSchedule& schedule : schedules_) period = std::max(period, schedule.period);
    made_.slot_bits = std::max(bits_for(std::uint64_t{period} + 1), 4U);
    if (made_.slot_bits > kMostSlotBits) {
      throw InputError(
          fmt::format("a period of {} cycles, and tables of a fabric have at most {} slots", period,
                      (1U << kMostSlotBits) - 1));
    }
    if (made_.flow_bits > kMostFlowBits) {
      throw InputError(fmt::format("an endpoint has {} flows, at most {} can be numbered", most + 1,
                                   1U << kMostFlowBits));
    }
    if (built_ != nullptr) fit_sizes(period, most + 1);
  }

  void fit_sizes(Cycle period, unsigned flows) {
    if (made_.slot_bits > built_->slot_bits) {
      throw InputError(fmt::format("a period of {} cycles, and tables of the fabric have {} slots",
                                   period, (1U << built_->slot_bits) - 1));
    }
    if (made_.flow_bits > built_->flow_bits) {
      throw InputError(fmt::format("an endpoint has {} flows, the fabric can number {}", flows,
                                   1U << built_->flow_bits));
    }
    made_.slot_bits = built_->slot_bits;
    made_.flow_bits = built_->flow_bits;
  }

  FabricMode mode(std::size_t m, const Holds& holds) {
    const std::vector<Stay>& stays = stays_[m];
    FabricMode mode{.period = schedules_[m].period};
    const std::vector<std::uint32_t> idle(mode.period);
    mode.routers.assign(made_.tiles.size(), idle);
    mode.endpoints.assign(made_.tiles.size(), idle);
    for (std::size_t s = 0; s < stays.size(); ++s) {
      const std::vector<std::size_t>& flows = flows_of_[m].at(stays[s].message);
      const Flow* reduction = schedules_[m].collective.reduction_of(stays[s].message);
      route(stays[s], mode, reduction == nullptr ? Operation::add : reduction->operation,
            [&](Cycle t) { return holds.of(s, t); });
      auto& endpoint = mode.endpoints[stays[s].tile];
      if (stays[s].input == kEndpoint) {
        const std::size_t flow = flow_from(stays[s].tile, flows);
        endpoint[stays[s].from % mode.period] |= 1U | made_.flows[flow].dest << 3;
      }
      const FabricFlow& flow = made_.flows[flows.front()];
      for (const auto& [cycle, output] : stays[s].leaves) {
        if (output != kEndpoint) continue;
        const auto receiver = std::ranges::find(flow.to, stays[s].tile) - flow.to.begin();
        endpoint[cycle % mode.period] |= 4U | flow.ids[static_cast<std::size_t>(receiver)]
                                                  << (3 + made_.flow_bits);
      }
    }
    list_words(m, mode);
    return mode;
  }

  // Marks the flows that continue during a change of modes: flows whose words never wait in a tile,
  // and have the same slots and paths in all modes. Marks none if the periods of the modes differ.
  void let_stay() {
    const Cycle period = made_.modes.front().period;
    std::vector<std::vector<std::set<Stay>>> ways;  // paths by mode and flow
    for (std::size_t m = 0; m < made_.modes.size(); ++m) {
      if (made_.modes[m].period != period) return;
      ways.emplace_back(made_.flows.size());
      for (Stay stay : stays_[m]) {
        auto& way = ways.back()[flows_of_[m].at(stay.message).front()];
        stay.message = 0;
        for (auto& [cycle, output] : stay.leaves) cycle -= stay.from;
        stay.from %= period;
        way.insert(std::move(stay));
      }
    }
    const auto waits = [](const Stay& stay) { return stay.leaves.back().first != 0; };
    for (std::size_t f = 0; f < made_.flows.size(); ++f) {
      FabricFlow& flow = made_.flows[f];
      const std::set<Stay>& first = ways.front()[f];
      flow.stays = !flow.credit_only && !first.empty() && std::ranges::none_of(first, waits) &&
                   std::ranges::all_of(ways, [&](const auto& way) { return way[f] == first; });
    }
    for (FabricMode& mode : made_.modes) {
      for (const FabricWord& word : mode.words) {
        const FabricFlow& flow = made_.flows[word.flow];
        if (flow.stays) mode.endpoints[flow.from][word.slot] |= 2U;
      }
    }
  }

  // Indices in made_.flows, by message: one flow, or one from each source of a reduction.
  [[nodiscard]] std::map<MessageId, std::vector<std::size_t>> numbers(
      const std::vector<NamedFlow>& named) const {
    std::map<MessageId, std::vector<std::size_t>> flows_of;
    for (const NamedFlow& flow : named) {
      for (const MessageId message : flow.messages) flows_of[message].push_back(number_of(flow));
    }
    return flows_of;
  }

  [[nodiscard]] std::size_t number_of(const NamedFlow& flow) const {
    const auto at = std::ranges::find(made_.flows, flow.name, &FabricFlow::name);
    return static_cast<std::size_t>(at - made_.flows.begin());
  }

  // The flow, among `flows`, that starts at this tile: a reduction has one flow per source.
  [[nodiscard]] std::size_t flow_from(std::size_t tile,
                                      const std::vector<std::size_t>& flows) const {
    return *std::ranges::find(flows, tile, [&](std::size_t f) { return made_.flows[f].from; });
  }

  template <class Register>
  void route(const Stay& stay, FabricMode& mode, Operation operation, Register held_at) const {
    const FabricTile& tile = made_.tiles[stay.tile];
    auto& table = mode.routers[stay.tile];
    const auto take = [&](Cycle cycle, unsigned output, unsigned input) {
      table[cycle % mode.period] |= tile.code(output, input) << (output * tile.code_bits());
    };
    const auto from = [&](Cycle cycle) {
      if (cycle != stay.from) return tile.inputs() - tile.holds + held_at(cycle - 1);
      return stay.input == kResult ? tile.links : tiles_.input(stay.tile, stay.input);
    };
    for (const auto& [cycle, output] : stay.leaves) {
      if (output == kOperandA) {
        take(cycle, tile.links, from(cycle));
        table[cycle % mode.period] |= static_cast<std::uint32_t>(operation)
                                      << (tile.outputs() * tile.code_bits());
      } else if (output == kOperandB) {
        take(cycle, tile.links + 1, from(cycle));
      } else {
        take(cycle, tiles_.output(stay.tile, output), from(cycle));
      }
    }
    for (Cycle t = stay.from; t < stay.leaves.back().first; ++t) {
      take(t, tile.outputs() - tile.holds + held_at(t), from(t));
    }
  }

  // Lists the words and results of a mode from the schedule, independently of the tables.
  void list_words(std::size_t m, FabricMode& mode) {
    struct Times {
      std::map<std::size_t, Cycle> injected, ejected;  // by tile
    };
    std::map<MessageId, Times> times;
    for (const Stay& stay : stays_[m]) {
      if (stay.input == kEndpoint) times[stay.message].injected[stay.tile] = stay.from;
      for (const auto& [cycle, output] : stay.leaves) {
        if (output == kEndpoint) times[stay.message].ejected[stay.tile] = cycle;
      }
    }
    for (const auto& [message, time] : times) {
      for (const auto& [from, injected] : time.injected) {
        const std::size_t flow = flow_from(from, flows_of_[m].at(message));
        FabricWord word{.flow = flow, .slot = injected % mode.period};
        for (const std::size_t tile : made_.flows[flow].to) {
          word.after.push_back(time.ejected.at(tile) - injected);
        }
        mode.words.push_back(std::move(word));
        if (m == 0) ++made_.flows[flow].words;
      }
      check_frame(time.injected, mode.period, flows_of_[m].at(message));
      const FabricFlow& first = made_.flows[flows_of_[m].at(message).front()];
      if (first.reduction == kNoTile) continue;
      mode.results.push_back({first.reduction});
      const auto ejects = [result = message](const Stay& stay) {
        return stay.message == result && stay.leaves.front().second == kEndpoint;
      };
      const Stay& last = *std::ranges::find_if(stays_[m], ejects);
      add_steps(m, last, flows_of_[m].at(message), mode.period, mode.results.back());
    }
    std::ranges::sort(mode.words, {},
                      [](const FabricWord& word) { return std::pair(word.flow, word.slot); });
    check_order(mode);
  }

  // Appends the steps (FabricResult) that make the word of a stay from injected words.
  void add_steps(std::size_t m, const Stay& stay, const std::vector<std::size_t>& flows,
                 Cycle period, FabricResult& result) const {
    if (stay.input == kEndpoint) {
      result.steps.push_back({flow_from(stay.tile, flows), stay.from % period});
      return;
    }
    const auto before = [&](Cycle cycle, Port output) -> const Stay& {
      return *std::ranges::find_if(stays_[m], [&](const Stay& other) {
        return other.message == stay.message &&
               (stay.input != kResult || other.tile == stay.tile) &&
               std::ranges::find(other.leaves, std::pair(cycle, output)) != other.leaves.end();
      });
    };
    if (stay.input != kResult) {
      add_steps(m, before(stay.from - 1, stay.input), flows, period, result);
      return;
    }
    add_steps(m, before(stay.from - 2, kOperandA), flows, period, result);
    add_steps(m, before(stay.from - 2, kOperandB), flows, period, result);
    result.steps.push_back({});
  }

  // Throws InputError if the words that form a result enter the fabric in different frames: the
  // result would mix the first word of one source with the second word of another source.
  void check_frame(const std::map<std::size_t, Cycle>& injected, Cycle period,
                   const std::vector<std::size_t>& flows) const {
    const auto other = std::ranges::find_if(injected, [&](const auto& one) {
      return one.second / period != injected.begin()->second / period;
    });
    if (other == injected.end()) return;
    throw InputError(fmt::format(
        "reduction {}: the words of {} and {} enter the fabric in different frames; a longer "
        "`period` has slots for both",
        made_.reductions[made_.flows[flows.front()].reduction].name,
        made_.flows[flow_from(injected.begin()->first, flows)].name,
        made_.flows[flow_from(other->first, flows)].name));
  }

  // Checks that words of a flow arrive in the order in which they were sent.
  void check_order(const FabricMode& mode) const {
    for (std::size_t w = 0; w < mode.words.size(); ++w) {
      const FabricWord& word = mode.words[w];
      const bool last = w + 1 == mode.words.size() || mode.words[w + 1].flow != word.flow;
      std::size_t next = w + 1;
      if (last) {
        next = w;
        while (next > 0 && mode.words[next - 1].flow == word.flow) --next;
      }
      const std::uint64_t gap =
          std::uint64_t{mode.words[next].slot} + (last ? mode.period : 0) - word.slot;
      for (std::size_t i = 0; i < word.after.size(); ++i) {
        if (word.after[i] < gap + mode.words[next].after[i]) continue;
        throw InputError(
            fmt::format("words of flow {} overtake each other, as they wait for different times; "
                        "give `slots-waiting` 0",
                        made_.flows[word.flow].name));
      }
    }
  }

  const std::vector<FabricSchedule>& schedules_;
  const Fabric* const built_;  // the existing fabric; nullptr if there is none
  Tiles tiles_;
  std::vector<std::vector<Stay>> stays_;
  std::vector<std::vector<NamedFlow>> named_;
  std::vector<std::map<MessageId, std::vector<std::size_t>>> flows_of_;  // by mode
  Fabric made_;
};

}  // namespace

Fabric compile_fabric(const Topology& network, std::vector<FabricSchedule> schedules,
                      FabricRules rules, const Fabric* built) {
  if (schedules.size() == 1) {
    schedules.push_back(schedules.front());
    for (Hop& hop : schedules.back().hops) ++hop.cycle;
  }
  return Compiler(network, schedules, rules, built).run();
}

}  // namespace romcast
