// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_report.hpp"

#include <fmt/format.h>

#include "romcast/core/wording.hpp"
#include "romcast/fabric/depths.hpp"
#include "systemc/fabric/fabric_registers.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kMark = 0xffff, kMarkBits = 16;

std::vector<FabricFlowReport> flows_of(FabricBench& bench) {
  const FabricDesign& design = bench.design();
  std::vector<FabricFlowReport> flows;
  for (std::size_t f = 0; f < design.fabric().flows.size(); ++f) {
    const FabricFlow& flow = design.fabric().flows[f];
    const FlowClocks& measured = bench.monitor().flow(f);
    FabricFlowReport row{.name = flow.name,
                         .from = design.endpoint(flow.from),
                         .to = {},
                         .words = flow.words,
                         .latency = bench.monitor().known(f),
                         .measured = measured.latency,
                         .jitter = measured.jitter,
                         .bound = flow.bound,
                         .sent = bench.sent(f),
                         .received = bench.received(f),
                         .credit_only = flow.credit_only};
    for (const std::size_t tile : flow.to) row.to.push_back(design.endpoint(tile));
    flows.push_back(std::move(row));
  }
  return flows;
}

void check_flow(const FabricFlowReport& flow, bool busy, std::vector<std::string>& failures) {
  if (flow.credit_only) return;
  if (!flow.measured) {
    if (busy) failures.push_back(fmt::format("flow {}: no latency was measured", flow.name));
  } else if (busy ? *flow.measured != flow.latency : *flow.measured > flow.latency) {
    failures.push_back(fmt::format("flow {}: latency {} measured, {} by the schedule", flow.name,
                                   *flow.measured, flow.latency));
  }
  if (flow.jitter > 0) {
    failures.push_back(
        fmt::format("flow {}: jitter of {}", flow.name, counted(flow.jitter, "clock")));
  }
}

void check_end(FabricBench& bench, std::size_t tile, const FabricStatus& status,
               std::vector<std::string>& failures) {
  const std::string& name = bench.design().name(tile);
  if (status.flags != 0) failures.push_back(fmt::format("{}: flags {:x}", name, status.flags));
  const auto equal = [&](const char* what, std::uint64_t counter, std::uint64_t seen) {
    if (counter == seen) return;
    failures.push_back(
        fmt::format("{}: the Verilog counts {} {}, its links show {}", name, counter, what, seen));
  };
  if (bench.design().fabric().on_demand && status.missed != 0) {
    failures.push_back(
        fmt::format("{}: {} found no word of their frame", name, counted(status.missed, "slot")));
  }
  equal("words sent", status.sent, bench.monitor().left(tile));
  equal("words that came", status.came, bench.monitor().came(tile));
}

}  // namespace

std::vector<FabricStatus> read_fabric_status(FabricBench& bench) {
  std::vector<FabricStatus> all;
  for (std::size_t t = 0; t < bench.design().fabric().tiles.size(); ++t) {
    const std::uint32_t marks = bench.status(t, kMarks);
    all.push_back({.flags = bench.status(t, kFlags),
                   .tx_high = marks >> kMarkBits,
                   .rx_high = marks & kMark,
                   .sent = bench.status(t, kSent),
                   .came = bench.status(t, kCame),
                   .missed = bench.status(t, kMissed),
                   .stalled = bench.status(t, kStalled)});
  }
  return all;
}

FabricReport fabric_report(FabricBench& bench, const std::vector<FabricStatus>& statuses,
                           bool busy) {
  const FabricDesign& design = bench.design();
  const Fabric& fabric = design.fabric();
  FabricReport report{.fingerprint = design.fingerprint(),
                      .payload = design.settings().payload,
                      .on_demand = fabric.on_demand,
                      .tiles = fabric.tiles.size(),
                      .flows = flows_of(bench)};
  for (const FabricMode& mode : fabric.modes) report.periods.push_back(mode.period);
  report.words = bench.words();
  report.failures = bench.complaints();
  if (bench.more_complaints() > 0) {
    report.failures.push_back(fmt::format("{} more like these", bench.more_complaints()));
  }
  if (bench.monitor().wrong() > 0) {
    report.failures.push_back(fmt::format("{} wrong on the links, first in {}",
                                          counted(bench.monitor().wrong(), "word"),
                                          bench.monitor().first_wrong()));
  }
  for (const FabricFlowReport& flow : report.flows) {
    check_flow(flow, busy, report.failures);
  }
  const auto depths = fabric_depths(fabric, 0, design.settings().credits);
  for (std::size_t t = 0; t < fabric.tiles.size() && !statuses.empty(); ++t) {
    check_end(bench, t, statuses[t], report.failures);
    if (!design.has_endpoint(t)) continue;
    const FabricStatus& status = statuses[t];
    report.ends.push_back(
        {.name = design.endpoint(t),
         .out = status.sent,
         .in = status.came,
         .missed = status.missed,
         .stalled = status.stalled,
         .stalls = depths[t].stalls,
         .tx = {.needed = depths[t].tx, .high = status.tx_high, .built = design.tx_depth(t)},
         .rx = {.needed = depths[t].rx, .high = status.rx_high, .built = design.rx_depth(t)}});
  }
  return report;
}

}  // namespace romcast
