// SPDX-License-Identifier: Apache-2.0
// A network with its processors as one Verilog design: the text of its top module, the words that
// are loaded before a run, and what its registers must hold after it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "romcast/design/design.hpp"
#include "romcast/design/room.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {

/// What the load port writes to.
struct RtlTarget {
  std::string what;   ///< e.g. "s1.0: schedule ROM"
  unsigned bits = 0;  ///< of a word
  /// Nodes may look at it in a reset: to be loaded before one, and again after it.
  bool strap = false;
};

/// A word for the load port; `pieces` as DesignWord's.
struct RtlLoad {
  std::uint32_t target = 0, address = 0;
  std::vector<std::uint32_t> pieces;
};

/// What the read port shows at an address.
struct RtlRegister {
  /// Which total of a run it is part of.
  enum class Total : unsigned { none, hops, cycles, delivered };
  std::uint32_t address = 0;
  std::string node, name;
  std::optional<std::uint32_t> expected{};  ///< nothing where a plan does not tell
  Total total = Total::none;
};

struct RtlDesign {
  std::string top;                ///< text of the module romcast_network
  std::set<std::string> modules;  ///< that it instantiates
  std::vector<RtlTarget> targets;
  std::vector<RtlLoad> loads;
  std::vector<RtlRegister> registers;
  unsigned word_bits = 1;  ///< of the load port
  RtlRoom room{};          ///< that it was given
  Cycle end = 0;           ///< in which the run is over
};

/// Most nodes and links to processors of a design.
inline constexpr std::size_t kMostRtlParts = 4096;
/// Most words that are loaded.
inline constexpr std::size_t kMostRtlWords = std::size_t{1} << 22;

/// Throws InputError if there are no Verilog processors for these nodes, if it gets too large, or
/// if there is too little room.
RtlDesign verilog_design(Run& run, RtlRoom room = {});

}  // namespace romcast
