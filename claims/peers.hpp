// SPDX-License-Identifier: Apache-2.0
// Figures that others have published for their schedulers, and the runs of romcast that compare
// with them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.hpp"

namespace romcast::claims {

/// A published figure.
struct PeerFigure {
  std::string id{};      ///< "peers-tacos-mesh-5x5"
  std::string peer{};    ///< "TACOS", ...
  std::string what{};    ///< network, collective, size
  std::string source{};  ///< where it is published
  std::string run{};     ///< options of `romcast run`, or "plan " and options of `romcast plan`
  double figure = 0;     ///< as published
  std::string unit{};    ///< "cycles", "us", "GB/s", ...
  bool less_is_better = true;
  /// romcast's figure, in the same unit; nothing if the run lacks it.
  std::function<std::optional<double>(const Figures&)> measured{};
  /// The best figure that any schedule can reach, in the same unit; nothing if the run has no
  /// bound. An empty function if bounds of runs do not apply.
  std::function<std::optional<double>(const Figures&)> limit{};
};

/// All published figures, peer by peer.
std::vector<PeerFigure> peer_figures();

/// romcast against a peer. Beyond: the published figure is better than any schedule can be here, so
/// it is for another network, or counted otherwise.
enum class Standing { ahead, equal, behind, beyond, no_result };
std::string_view name(Standing standing);

struct PeerResult {
  PeerFigure of{};
  std::optional<double> ours{}, limit{};
  Standing standing = Standing::no_result;
  bool optimal = false;   ///< no schedule can be better than `ours`
  bool hardware = false;  ///< measured on the Verilog
  std::string fault{};    ///< why there is no result
};

/// Compares a published figure with a run. Figures that differ by at most a thousandth are equal,
/// since published ones have few digits.
PeerResult compare(const PeerFigure& figure, const Figures& run);

}  // namespace romcast::claims
