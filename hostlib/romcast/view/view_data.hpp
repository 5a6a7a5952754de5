// SPDX-License-Identifier: Apache-2.0
// The data that the page of `romcast view` draws, as JSON (schema romcast.view/1): the network, the
// hops with their times, the occupancy of each node, the loads of the links, the words of the ROMs.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "romcast/core/schedule.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Limits of a page; if more than `shown` hops are read, the page shows a sample of them.
struct ViewLimits {
  std::size_t read = 2'000'000;  ///< hops that are read, from the first on
  std::size_t shown = 40'000;    ///< hops that are drawn
  std::size_t nodes = 1500;      ///< limit for drawing a network; limit of channels: 20 * nodes
  std::size_t bins = 600;        ///< points of a curve over time
};

/// The page's data of a network; without links if `drawn` is false or the network is a crossbar.
nlohmann::ordered_json view_network(const Topology& network, bool drawn);

/// Returns the page's data; `report`: the run's result as romcast.run/1. The key "rom" of the data
/// has either {"none": "why"} or {"programs": [[[cycles, "hex word"], ...], ...], "nodes": [[index
/// of each sequencer's program], ...], "repeats": whether a program restarts after its last word}.
nlohmann::ordered_json view_json(Run& run, const nlohmann::ordered_json& report,
                                 const ViewLimits& limits = {});

}  // namespace romcast
