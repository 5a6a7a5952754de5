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
  /// bound. An empty function if the run's bound is no bound of this figure.
  std::function<std::optional<double>(const Figures&)> limit{};
};

/// All published figures, peer by peer.
std::vector<PeerFigure> peer_figures();

/// How romcast's figure compares with a peer's. `beyond`: the peer's figure is better than that of
/// any schedule on this network, so the peer has another network, or counts otherwise.
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

/// Compares a published figure with a run's. The figures are equal if they differ by at most a
/// thousandth of the published one, since published figures have few digits.
PeerResult compare(const PeerFigure& figure, const Figures& run);

}  // namespace romcast::claims
