// SPDX-License-Identifier: Apache-2.0
// The data that the page of `romcast view` draws, as JSON (schema romcast.view/1): the network, the
// hops with their times, the fill levels of the nodes, the loads of the links, the words of the
// ROMs.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "romcast/core/schedule.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Limits of a page, which shows a sample of longer runs.
struct ViewLimits {
  std::size_t read = 2'000'000;  ///< hops that are read, from the first on
  std::size_t shown = 40'000;    ///< hops that are drawn
  std::size_t nodes = 1500;      ///< nodes of the largest network that is drawn
  std::size_t bins = 600;        ///< points of a curve over time
};

/// A network as the page reads it. Links are included only if `drawn`, and not for crossbars.
nlohmann::ordered_json view_network(const Topology& network, bool drawn);

/// `report`: the result as romcast.run/1. Key "rom": {"programs": [[[cycles, "hex"], ...], ...],
/// "nodes": [[program of each engine], ...]}, with "repeats": true if a program restarts after its
/// last row; or {"none": "why"}.
nlohmann::ordered_json view_json(Run& run, const nlohmann::ordered_json& report,
                                 const ViewLimits& limits = {});

}  // namespace romcast
