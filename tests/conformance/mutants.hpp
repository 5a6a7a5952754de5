// SPDX-License-Identifier: Apache-2.0
// Deliberate faults in the Verilog, and the run that must notice each.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"

namespace romcast::test {

struct Mutant {
  std::string what;                                        ///< the fault in words
  std::string file;                                        ///< below rtl/
  std::vector<std::pair<std::string, std::string>> edits;  ///< text that occurs once, and its fault
  Trial job;
  std::string complaint{};  ///< must be among the reasons; needed where the run fails anyway
};

/// Of the switches of fat trees, and of what all nodes share.
std::vector<Mutant> tree_mutants();
/// Of the nodes of star graphs.
std::vector<Mutant> star_mutants();
/// Of the nodes that reduce on any network.
std::vector<Mutant> combining_mutants();
/// Of LogP machines.
std::vector<Mutant> logp_mutants();

}  // namespace romcast::test
