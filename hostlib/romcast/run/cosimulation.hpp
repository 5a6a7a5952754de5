// SPDX-License-Identifier: Apache-2.0
// The Verilog switches, co-simulated with processors: runs a plan, reads the trace of every link
// and the registers of every node. Only the library with SystemC contains it (romcast::romcast).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// Receives the hops of one or more whole cycles, those of a cycle in any order.
using TakeTrace = std::function<void(std::span<const Hop> hops)>;

class Cosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< of a run that is not divided among ranks; called as cycles complete

  /// Call it at most once per process, since SystemC has one kernel per process.
  std::optional<Measurement> measure(Run& run) override;
};

/// Measures in a child process, so that several runs can be measured, sequentially or
/// simultaneously. The child emits progress and notices; a child that dies throws MissingError.
class ChildCosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< called afterwards, in this process, a cycle at a time

  std::optional<Measurement> measure(Run& run) override;
};

/// Writes the folder of ROM images of a run, which appears when it is complete; returns the sizes
/// of the images. Throws InputError if writing fails or something else has its name.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

}  // namespace romcast
