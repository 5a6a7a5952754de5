// SPDX-License-Identifier: Apache-2.0
// A host's accesses to the registers of a fabric: docs/fabric-rtl.md.
#include <fmt/format.h>

#include "systemc/fabric/fabric_bench.hpp"
#include "systemc/fabric/fabric_registers.hpp"

namespace romcast {
namespace {

enum Register : std::uint32_t {
  kId = 0,
  kShape = 1,
  kFingerprint = 2,
  kControl = 4,
  kCommit = 5,
  kStatus = 6,
  kFrame = 7,
  kPeriod = 8
};
constexpr std::uint32_t kMagic = 0x524d4631;
constexpr std::uint32_t kRun = 1, kOnDemand = 2;                                 // in CONTROL
constexpr std::uint32_t kBank = 2, kLocked = 4, kDropped = 16, kCommitted = 32;  // in STATUS

void expect(FabricBench& bench, const std::string& what, std::uint32_t got, std::uint32_t wanted) {
  if (got == wanted) return;
  bench.complain(fmt::format("{} is {:x}, not {:x}", what, got, wanted));
}

// Clocks of `count` frames of the longer mode, as a timeout.
std::uint64_t frames(const FabricBench& bench, std::uint64_t count) {
  std::uint64_t period = 1;
  for (const FabricMode& mode : bench.design().fabric().modes) {
    period = std::max<std::uint64_t>(period, mode.period);
  }
  return count * period;
}

}  // namespace

void load_tables(FabricBench& bench, std::size_t mode, const std::vector<FabricWrite>* tables) {
  const FabricDesign& design = bench.design();
  const bool other = (bench.read(kStatus) & kBank) == 0;
  for (const FabricWrite& one : tables != nullptr ? *tables : design.writes(mode)) {
    bench.write(one.address, one.data);
  }
  bench.write(kPeriod + (other ? 1 : 0), design.fabric().modes[mode].period);
  bench.monitor().holds(other, mode);
  if (design.settings().statistics == 0) return;
  for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
    expect(bench, fmt::format("the signature of the table of {}", design.name(t)),
           bench.status(t, kRouterWritten), design.signature(mode, t, 1));
    expect(bench, fmt::format("the signature of the table of the endpoint of {}", design.name(t)),
           bench.status(t, kEndpointWritten), design.signature(mode, t, 2));
  }
}

std::uint64_t commit_tables(FabricBench& bench) {
  // STATUS bit 0 is 0 while a fabric on demand waits for its next frame.
  const bool counts = bench.design().fabric().on_demand || (bench.read(kStatus) & 1) != 0;
  const bool before = bench.monitor().bank();
  bench.write(kCommit, 3);
  const std::uint64_t begin = bench.clock();
  std::uint64_t change = 0;
  if (counts) {
    while (bench.monitor().bank() == before && bench.clock() < begin + frames(bench, 40)) {
      bench.wait_clocks(1);
    }
    change = bench.clock() - begin;
  }
  std::uint32_t status = bench.read(kStatus);
  // A COMMIT waits for at most 15 frames that drain, and locks the tables for about ten clocks.
  const std::uint64_t latest = bench.clock() + frames(bench, 40) + 100;
  while ((status & kLocked) != 0 && bench.clock() < latest) status = bench.read(kStatus);
  expect(bench, "STATUS after COMMIT", status & (kLocked | kDropped | kCommitted), kCommitted);
  bench.write(kStatus, kDropped | kCommitted);
  return change;
}

void start_frames(FabricBench& bench, const std::vector<FabricWrite>* tables) {
  const FabricDesign& design = bench.design();
  bench.reset();
  expect(bench, "ID", bench.read(kId), kMagic);
  const std::uint64_t fingerprint = design.fingerprint();
  expect(bench, "the low half of FINGERPRINT", bench.read(kFingerprint),
         static_cast<std::uint32_t>(fingerprint));
  expect(bench, "the high half of FINGERPRINT", bench.read(kFingerprint + 1),
         static_cast<std::uint32_t>(fingerprint >> 32));
  expect(bench, "SHAPE", bench.read(kShape),
         design.settings().statistics << 24 | design.fabric().slot_bits << 16 |
             static_cast<std::uint32_t>(design.fabric().tiles.size()));
  load_tables(bench, 0, tables);
  (void)commit_tables(bench);
  const std::uint32_t run = design.fabric().on_demand ? kRun | kOnDemand : kRun;
  bench.write(kControl, run | static_cast<std::uint32_t>(design.fabric().drain()) << 8);
}

std::uint32_t stop_frames(FabricBench& bench) {
  const auto drain = static_cast<std::uint32_t>(bench.design().fabric().drain());
  bench.write(kControl, drain << 8);
  bench.wait_clocks(frames(bench, drain + 2) + 20);
  if ((bench.read(kStatus) & 1) != 0) bench.complain("frames run on after STOP");
  return bench.read(kFrame);
}

}  // namespace romcast
