// SPDX-License-Identifier: Apache-2.0
// The Verilog switches, co-simulated with processors: runs a plan, reads the trace of every link
// and the registers of every node. Only the library with SystemC has it (romcast::romcast).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// Takes the hops of one or more whole cycles, those of a cycle in any order.
using TakeTrace = std::function<void(std::span<const Hop> hops)>;

class Cosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< of a run that is not divided among ranks; called as the cycles come

  /// At most once per process, since SystemC has one kernel per process.
  std::optional<Measurement> measure(Run& run) override;
};

/// Measures in a child process, so that several runs can be measured, one after the other or at the
/// same time. Progress and notices are told in the child; a child that dies is a MissingError.
class ChildCosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< called afterwards, in this process, a cycle at a time

  std::optional<Measurement> measure(Run& run) override;
};

/// Writes the folder of ROM images of a run, which appears when it is complete; what the sets of
/// images take. Throws InputError if it cannot be written or there is something else.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

}  // namespace romcast
