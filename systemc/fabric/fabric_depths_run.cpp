// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_depths_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "systemc/fabric/fabric_bench.hpp"
#include "systemc/fabric/fabric_registers.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kLeastDepth = 2;

// The design with queues of one kind (rx or tx) that have `less` slots less than they need, but at
// least kLeastDepth; the other queues keep their depths.
FabricDesign with_queues(const FabricDesign& design, const std::vector<FabricDepths>& depths,
                         const Topology& network, bool rx, std::uint32_t less) {
  FabricSettings settings = design.settings();
  settings.queues.clear();
  const auto shorter = [&](std::uint32_t words) {
    return std::max(words > less ? words - less : 0, kLeastDepth);
  };
  for (std::size_t t = 0; t < depths.size(); ++t) {
    FabricQueues queues{design.tx_depth(t), design.rx_depth(t), design.fabric().room[t]};
    if (design.has_endpoint(t) && !rx) queues.tx = shorter(depths[t].tx);
    // With credits, the queue of a sink that never stalls keeps its depth: a short one would delay
    // the credits of other flows.
    const bool usual = design.settings().credits && !depths[t].stalls;
    if (design.has_endpoint(t) && rx && !usual) {
      queues.rx = shorter(depths[t].rx);
      queues.room = std::min(depths[t].room > less ? depths[t].room - less : 0, queues.rx - 2);
    }
    settings.queues.push_back(queues);
  }
  return {network, design.fabric(), settings};
}

}  // namespace

struct DepthsRun::Case {
  Case(FabricDesign of, const ModelSettings& settings)
      : design(std::move(of)), model(design, settings) {}

  FabricDesign design;
  FabricModel model;
  std::vector<std::unique_ptr<ScriptedEndpoint>> scripts{};  // by tile; nullptr: no endpoint
  std::unique_ptr<FabricBench> bench{};
  bool rx = false;
  std::vector<std::optional<bool>> enough{};  // by tile
  std::vector<std::uint32_t> high{};
};

DepthsRun::DepthsRun(const FabricRequest& request)
    : depths_(fabric_depths(request.design->fabric(), 0, request.design->settings().credits)) {
  constexpr std::array<const char*, 4> kNames{"tx_needed", "tx_less", "rx_needed", "rx_less"};
  for (std::size_t c = 0; c < kNames.size(); ++c) {
    const bool rx = c >= 2;
    if (rx && request.design->fabric().on_demand) continue;
    auto& one = cases_[c];
    one = std::make_unique<Case>(with_queues(*request.design, depths_, *request.network, rx, c % 2),
                                 request.models);
    one->rx = rx;
    std::vector<StreamEndpoint*> ends;
    for (std::size_t t = 0; t < depths_.size(); ++t) {
      one->scripts.push_back(one->design.has_endpoint(t) ? std::make_unique<ScriptedEndpoint>()
                                                         : nullptr);
      ends.push_back(one->scripts.back().get());
    }
    one->enough.resize(depths_.size());
    one->high.resize(depths_.size());
    one->bench = std::make_unique<FabricBench>(
        kNames[c], one->design, one->model, std::move(ends),
        [this, which = one.get()](FabricBench& bench) { work(bench, *which); });
  }
}

DepthsRun::~DepthsRun() = default;

// Queues have at least kLeastDepth slots, so only deeper ones can be built with a slot less.
bool DepthsRun::checks_tx(std::size_t tile) const { return depths_[tile].tx > kLeastDepth; }

bool DepthsRun::checks_rx(std::size_t tile) const {
  const FabricDepths& depths = depths_[tile];
  return cases_[2] != nullptr && depths.rx > kLeastDepth &&
         (depths.stalls ? depths.room > 0 : !cases_[0]->design.settings().credits);
}

void DepthsRun::work(FabricBench& bench, Case& one) const {
  start_frames(bench);
  bench.call_endpoints(true);
  bench.wait_clocks(2);
  for (const auto& script : one.scripts) {
    if (script) script->begin(bench.first_call());
  }
  if (one.design.fabric().on_demand) {
    frame_on_demand(bench, one);
    return;
  }
  for (std::size_t t = 0; t < depths_.size(); ++t) {
    if (!one.rx && checks_tx(t)) source(bench, one, t);
    if (one.rx && checks_rx(t)) sink(bench, one, t);
  }
}

namespace {

// Waits until the endpoints' tables begin a frame; returns the clock in which they begin the frame
// that is `frames` frames later.
std::uint64_t frame_begin(FabricBench& bench, std::uint64_t frames) {
  const Cycle period = bench.design().fabric().modes.front().period;
  const std::uint64_t latest = bench.clock() + 40 * period + 100;  // if frames do not begin
  while (bench.monitor().slot() != 0 && bench.clock() < latest) bench.wait_clocks(1);
  return bench.clock() - 1 + frames * period;
}

void wait_until(FabricBench& bench, std::uint64_t clock) {
  if (clock > bench.clock()) bench.wait_clocks(clock - bench.clock());
}

void settle(FabricBench& bench, std::uint64_t words) {
  const Cycle period = bench.design().fabric().modes.front().period;
  for (std::uint64_t left = (words + 8) * period; left > 0 && !bench.quiet(); --left) {
    bench.wait_clocks(1);
  }
  bench.wait_clocks(2 * std::uint64_t{period} + 16);  // credits return
  bench.forget();
}

}  // namespace

namespace {

// The flows of the words that a tile's source sends in a frame, in the order of the words' slots if
// the source begins in slot `from`.
std::vector<std::uint32_t> words_from(const Fabric& fabric, std::size_t tile, Cycle from) {
  const FabricMode& mode = fabric.modes.front();
  std::vector<std::pair<Cycle, std::uint32_t>> words;
  for (const FabricWord& word : mode.words) {
    const FabricFlow& flow = fabric.flows[word.flow];
    if (flow.from != tile || flow.credit_only) continue;
    words.emplace_back(word.slot < from ? word.slot + mode.period : word.slot,
                       static_cast<std::uint32_t>(word.flow));
  }
  std::ranges::sort(words);
  std::vector<std::uint32_t> flows;
  for (const auto& [slot, flow] : words) flows.push_back(flow);
  return flows;
}

}  // namespace

// All sources write a frame's words back to back. If a queue has a slot less than needed, its
// source waits, and no frame begins.
void DepthsRun::frame_on_demand(FabricBench& bench, Case& one) const {
  const Fabric& fabric = one.design.fabric();
  std::uint64_t most = 0;
  for (std::size_t t = 0; t < depths_.size(); ++t) {
    const std::vector<std::uint32_t> words = words_from(fabric, t, 0);
    for (std::size_t i = 0; i < words.size(); ++i) {
      one.scripts[t]->add({bench.clock() + 2 + i, words[i]});
    }
    most = std::max<std::uint64_t>(most, words.size());
  }
  bench.wait_clocks(most + (4 + fabric.drain()) * fabric.modes.front().period + 200);
  for (std::size_t t = 0; t < depths_.size(); ++t) {
    if (checks_tx(t)) one.enough[t] = bench.waited(t) == 0;
  }
  if (&one == cases_.front().get() && !bench.quiet()) {
    bench.complain("the words of a frame on demand have not arrived");
  }
}

void DepthsRun::source(FabricBench& bench, Case& one, std::size_t tile) const {
  const std::vector<std::uint32_t> words =
      words_from(one.design.fabric(), tile, depths_[tile].tx_from);
  const std::uint64_t begin = frame_begin(bench, 2) + depths_[tile].tx_from;
  for (std::size_t i = 0; i < words.size(); ++i) {
    one.scripts[tile]->add({begin + i, words[i]});
  }
  const std::uint64_t before = bench.waited(tile);
  wait_until(bench, begin + words.size());
  settle(bench, words.size());
  one.enough[tile] = bench.waited(tile) == before;
}

void DepthsRun::sink(FabricBench& bench, Case& one, std::size_t tile) const {
  const Fabric& fabric = one.design.fabric();
  const FabricMode& mode = fabric.modes.front();
  const FabricDepths& depths = depths_[tile];
  const std::uint64_t path = mode.longest(), period = mode.period;
  const std::uint64_t full = (path / period + 2) * period;
  const std::uint64_t first = full + depths.rx_from;
  const std::uint64_t begin = frame_begin(bench, depths.waiting + 6);
  if (depths.stalls) {
    one.scripts[tile]->stall(true);
    // Sends the words that are to lie in the sink's queue when the frame of clock `begin` starts.
    const auto before = fabric_arrivals(mode, fabric, tile, 0, period);
    for (std::uint32_t i = 0; i < depths.waiting; ++i) {
      one.scripts[fabric.flows[before.front().flow].from]->add(
          {bench.clock() + 2, static_cast<std::uint32_t>(before.front().flow)});
    }
  }
  // A sink that never stalls is tested only without credits; then the words that arrive in the two
  // slots before `first` fill its queue, too.
  const std::uint64_t from = depths.stalls ? first : first - 2;
  const std::uint64_t until = first + 2 * period + 2 * path + 16;
  std::vector<FabricArrival> words = fabric_arrivals(mode, fabric, tile, from, until);
  if (depths.stalls) {
    // A word whose credit is withheld blocks all words after it in the queue of its source.
    std::stable_partition(words.begin(), words.end(), [&](const FabricArrival& word) {
      return word.slot < credit_end(mode, fabric, word.flow, first);
    });
  }
  for (const FabricArrival& word : words) {
    one.scripts[fabric.flows[word.flow].from]->add(
        {begin + word.slot, static_cast<std::uint32_t>(word.flow)});
  }
  wait_until(bench, begin + until + 4 * period + 2 * path + 16);
  const std::uint32_t flags = bench.status(tile, kFlags);
  one.enough[tile] = (flags & kQueueFull) == 0;
  one.high[tile] = bench.status(tile, kMarks) & 0xffff;
  one.scripts[tile]->stall(false);
  settle(bench, 16 + until);
  bench.write(one.design.address(tile, 0, kFlags), flags);
}

void DepthsRun::add_to(FabricReport& report) const {
  for (const auto& one : cases_) {
    if (!one) continue;
    one->bench->rethrow();
    if (one == cases_[1] || one == cases_[3]) continue;  // short on purpose
    for (const std::string& text : one->bench->complaints()) {
      report.failures.push_back(fmt::format("with queues as long as needed: {}", text));
    }
  }
  std::size_t row = 0;
  for (std::size_t t = 0; t < depths_.size(); ++t) {
    if (!cases_[0]->design.has_endpoint(t)) continue;
    FabricEndReport& end = report.ends[row++];
    const auto add = [&](const char* queue, FabricQueueReport& to, std::size_t first) {
      if (!cases_[first]) return;
      to.enough = cases_[first]->enough[t];
      to.one_less_enough = cases_[first + 1]->enough[t];
      if (to.enough == false) {
        report.failures.push_back(
            fmt::format("{}: {} words are too few for the queue {}", end.name, to.needed, queue));
      }
      if (to.one_less_enough == true) {
        report.failures.push_back(fmt::format("{}: {} words are enough for the queue {}, not {}",
                                              end.name, to.needed - 1, queue, to.needed));
      }
    };
    add("to the network", end.tx, 0);
    add("out of the network", end.rx, 2);
    if (end.stalls && end.rx.enough && cases_[2]->high[t] != end.rx.needed) {
      report.failures.push_back(
          fmt::format("{}: {} words lay in the queue out of the network, not {}", end.name,
                      cases_[2]->high[t], end.rx.needed));
    }
  }
}

}  // namespace romcast
