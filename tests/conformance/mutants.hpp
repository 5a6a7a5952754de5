// SPDX-License-Identifier: Apache-2.0
// Deliberate faults in the Verilog, and a run for each that must detect it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"

namespace romcast::test {

struct Mutant {
  std::string what;  ///< the fault in words
  std::string file;  ///< below rtl/
  /// Pairs of a text that occurs once in the file and its faulty replacement.
  std::vector<std::pair<std::string, std::string>> edits;
  Trial job;
  /// Text that the report's `failures` must contain; needed if the run also fails without the
  /// fault.
  std::string complaint{};
};

/// Faults in the switches of fat trees, and in modules shared by all nodes.
std::vector<Mutant> tree_mutants();
/// Faults in the nodes of star graphs.
std::vector<Mutant> star_mutants();
/// Faults in the nodes that reduce on any network.
std::vector<Mutant> combining_mutants();
/// Faults in LogP machines.
std::vector<Mutant> logp_mutants();

}  // namespace romcast::test
