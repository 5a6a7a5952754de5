// SPDX-License-Identifier: Apache-2.0
// A network with its processors as one Verilog design: the text of its top module, the words that
// are loaded before a run, and the expected registers after it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "romcast/design/design.hpp"
#include "romcast/design/room.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {

/// A destination of the load port.
struct RtlTarget {
  std::string what;   ///< e.g. "s1.0: schedule ROM"
  unsigned bits = 0;  ///< width of a word
  /// The words are values of straps. Nodes may sample a strap during a reset, so these words are
  /// loaded before the reset and again after the reset.
  bool strap = false;
};

/// A word for the load port; `pieces` as in DesignWord.
struct RtlLoad {
  std::uint32_t target = 0, address = 0;
  std::vector<std::uint32_t> pieces;
};

/// The register at an address of the read port.
struct RtlRegister {
  /// The total of a run to which the register contributes.
  enum class Total : unsigned { none, hops, cycles, delivered };
  std::uint32_t address = 0;
  std::string node, name;
  std::optional<std::uint32_t> expected{};  ///< nullopt: the plan does not determine it
  Total total = Total::none;
};

struct RtlDesign {
  std::string top;                ///< text of the module romcast_network
  std::set<std::string> modules;  ///< modules that it instantiates
  std::vector<RtlTarget> targets;
  std::vector<RtlLoad> loads;
  std::vector<RtlRegister> registers;
  unsigned word_bits = 1;  ///< width of the load port
  RtlRoom room{};          ///< as given, but with at least the slots that the plan needs
  bool statistics = true;  ///< nodes have counters, marks and flags
  Cycle end = 0;           ///< cycle in which a run stops, after the drain
};

/// Limit on the parts of a design: nodes, links to processors, and delay lines of slow links.
inline constexpr std::size_t kMostRtlParts = 4096;
/// Limit on the loaded words.
inline constexpr std::size_t kMostRtlWords = std::size_t{1} << 22;

/// The design of a run. Without `statistics` its nodes have no counters, marks and flags, but its
/// processors still check what they receive. Throws InputError if the design gets too large, if
/// `room` is too small for the plan, or if a row does not fit an interface of a fully connected
/// network.
RtlDesign verilog_design(Run& run, RtlRoom room = {}, bool statistics = true);

}  // namespace romcast
