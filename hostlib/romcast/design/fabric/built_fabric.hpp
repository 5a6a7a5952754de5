// SPDX-License-Identifier: Apache-2.0
// An existing fabric: its hardware, as fabric.json in its folder describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

struct BuiltFabric {
  /// Has tiles with their links, sizes and capacities, and the words of the modes, but no tables.
  /// FabricTile::endpoint is 0 if the tile has an endpoint, else kNone.
  Fabric fabric;
  FabricSettings settings;
  std::uint64_t fingerprint = 0;
  std::vector<std::string> names, endpoints;  ///< of tiles, as in FabricDesign
};

/// Throws InputError that names the file if the folder has no valid fabric.json.
BuiltFabric read_built_fabric(const std::string& folder);

/// Throws InputError that names the first different tile, or the design's fingerprint, if the
/// tables of a design are for another fabric.
void check_fits(const FabricDesign& design, const BuiltFabric& built);

}  // namespace romcast
