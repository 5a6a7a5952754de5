// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_cosimulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "romcast/core/wording.hpp"
#include "romcast/fabric/depths.hpp"
#include "systemc/cosimulation.hpp"
#include "systemc/fabric/fabric_bench.hpp"
#include "systemc/fabric/fabric_depths_run.hpp"
#include "systemc/fabric/fabric_report.hpp"

namespace romcast {
namespace {

constexpr std::size_t kBoth = 2, kSilent = 3;  // phases of sources; 0 and 1 are the modes

// For each phase, the flow of each word that a tile's stream sends, in the order of slots. Phases 0
// and 1: the words of the mode; kBoth: those words of mode 0 whose flow mode 1 has, too.
std::vector<std::vector<std::uint32_t>> orders(const Fabric& fabric, std::size_t tile) {
  std::vector<std::vector<std::uint32_t>> all(3);
  std::vector<bool> in_second(fabric.flows.size());
  for (const FabricWord& word : fabric.modes[1].words) in_second[word.flow] = true;
  for (std::size_t m = 0; m < 2; ++m) {
    std::vector<FabricWord> words = fabric.modes[m].words;
    std::ranges::sort(words, {}, &FabricWord::slot);
    for (const FabricWord& word : words) {
      if (fabric.flows[word.flow].from != tile || fabric.flows[word.flow].credit_only) continue;
      all[m].push_back(static_cast<std::uint32_t>(word.flow));
      if (m == 0 && in_second[word.flow]) all[2].push_back(all[m].back());
    }
  }
  return all;
}

class MainRun {
 public:
  MainRun(const FabricRequest& request, const FabricModel& model)
      : request_(request), design_(*request.design) {
    const Fabric& fabric = design_.fabric();
    std::vector<StreamEndpoint*> ends(fabric.tiles.size());
    for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
      longest_ = std::max(longest_, design_.rx_depth(t));
      if (!design_.has_endpoint(t)) continue;
      const bool stalls = (design_.settings().credits || fabric.on_demand) && design_.may_stall(t);
      sources_.push_back(std::make_unique<NumberedEndpoint>(orders(fabric, t), stalls,
                                                            static_cast<std::uint32_t>(t + 1)));
      ends[t] = sources_.back().get();
    }
    for (const FabricMode& mode : fabric.modes) period_ = std::max(period_, mode.period);
    bench_ = std::make_unique<FabricBench>("fabric", design_, model, std::move(ends),
                                           [this](FabricBench& bench) { work(bench); });
  }

  FabricReport report() {
    bench_->rethrow();
    FabricReport report = fabric_report(*bench_, statuses_, true);
    report.clocks = clocks_;
    report.frames = frames_;
    report.change = change_;
    // The bound of docs/fabric-rtl.md if COMMIT has bit 0 set, and 16 clocks for the write.
    const std::uint64_t most = (1 + std::uint64_t{design_.fabric().drain()}) * period_ + 16;
    if (change_ > most) {
      report.failures.push_back(fmt::format(
          "the other tables ran {} clocks after COMMIT, {} are allowed", change_, most));
    }
    return report;
  }

 private:
  void phase(std::size_t phase) {
    for (const auto& source : sources_) source->phase(phase);
  }
  void pauses(Pauses pauses) {
    for (const auto& source : sources_) source->pauses(pauses);
  }
  void run_frames(FabricBench& bench) {
    pauses(Pauses::none);
    allow_frames();
    finish_frames(bench, design_.fabric().drain());
    if (request_.pauses == Pauses::none) return;
    pauses(request_.pauses);
    allow_frames();
    finish_frames(bench, 0);
  }
  // In a fabric on demand, lets each source send the words of the same number of frames and then
  // wait: words that stay in a queue would begin a frame of the other tables.
  void allow_frames() {
    if (!design_.fabric().on_demand) return;
    for (const auto& source : sources_) source->allow(request_.frames);
  }
  void finish_frames(FabricBench& bench, std::uint64_t before) {
    const std::uint64_t drain = design_.fabric().drain();
    if (!design_.fabric().on_demand) {
      bench.wait_clocks((request_.frames + 1 + before) * period_);
      return;
    }
    // A timeout in clocks. It allows for pauses, for the frames that drain each frame, and for the
    // delay of the registers through which the start of a frame passes.
    std::uint64_t left = (request_.frames + 2) * ((4 + drain) * 4 * period_ + 200);
    const auto done = [](const auto& source) { return source->done(); };
    while (left-- > 0 && !(std::ranges::all_of(sources_, done) && bench.quiet())) {
      bench.wait_clocks(1);
    }
  }
  // Waits until no word is in flight, but not longer than full queues need to become empty; then
  // waits for 8 more clocks.
  void settle(FabricBench& bench) {
    std::uint64_t left = (longest_ + 20) * 8 + 80 * std::uint64_t{period_};
    for (; left > 0 && !bench.quiet(); --left) bench.wait_clocks(1);
    bench.wait_clocks(8);
  }

  void work(FabricBench& bench) {
    const bool given = !request_.tables.empty();
    phase(0);
    start_frames(bench, given ? &request_.tables : nullptr);
    const std::uint64_t begin = bench.clock();
    bench.call_endpoints(true);
    run_frames(bench);
    allow_frames();
    load_tables(bench, 1);  // while words flow
    if (design_.fabric().on_demand) {
      finish_frames(bench, 0);
    } else if (!design_.fabric().modes_have_equal_flows()) {
      phase(kBoth);
      bench.wait_clocks((longest_ + 20) * 8 + 80 * std::uint64_t{period_});
    }
    change_ = commit_tables(bench);
    phase(1);
    run_frames(bench);
    phase(kSilent);
    pauses(Pauses::none);
    settle(bench);
    frames_ = stop_frames(bench);
    clocks_ = bench.clock() - begin;
    check_end(bench);
    statuses_ = read_fabric_status(bench);
  }

  void check_end(FabricBench& bench) {
    const Fabric& fabric = design_.fabric();
    for (std::size_t f = 0; f < fabric.flows.size(); ++f) {
      const std::uint64_t sent = bench.sent(f) * fabric.flows[f].to.size();
      if (sent == bench.received(f)) continue;
      bench.complain(fmt::format("flow {}: {} sent, {} of them received unchanged",
                                 fabric.flows[f].name, counted(sent, "word"), bench.received(f)));
    }
  }

  const FabricRequest& request_;
  const FabricDesign& design_;
  std::vector<std::unique_ptr<NumberedEndpoint>> sources_;
  std::unique_ptr<FabricBench> bench_;
  Cycle period_ = 1;
  unsigned longest_ = 0;
  std::vector<FabricStatus> statuses_;
  std::uint64_t clocks_ = 0, frames_ = 0, change_ = 0;
};

}  // namespace

FabricReport cosimulate_fabric(const FabricRequest& request) {
  check_kernel_is_fresh();
  const auto say = [&](const char* what) {
    if (request.progress) request.progress(what, -1);
  };
  say("building the model of the fabric");
  const FabricModel model(*request.design, request.models);
  std::optional<DepthsRun> depths;
  if (request.depths) {
    say("building models of the fabric with other queues");
    depths.emplace(request);
  }
  MainRun run(request, model);
  say("running frames");
  sc_core::sc_start();
  FabricReport report = run.report();
  if (depths) depths->add_to(report);
  return report;
}

}  // namespace romcast
