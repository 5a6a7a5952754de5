// SPDX-License-Identifier: Apache-2.0
// Makefile, README and other texts of a fabric's folder.
#pragma once

#include <string>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

struct FabricTexts {
  const FabricDesign& design;
  const PeriodVerdict& verdict;
  std::string command;               ///< command that made the folder
  std::vector<std::string> verilog;  ///< files of the design
  std::size_t faults = 0;
};

std::string fabric_makefile(const FabricTexts& texts);
std::string fabric_readme(const FabricTexts& texts);
std::string fabric_core(const FabricTexts& texts);

}  // namespace romcast
