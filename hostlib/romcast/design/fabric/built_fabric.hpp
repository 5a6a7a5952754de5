// SPDX-License-Identifier: Apache-2.0
// An existing fabric: its hardware, as fabric.json in its folder describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

struct BuiltFabric {
  /// Has the tiles, the flows, all sizes, and each mode's words, but no tables and no reductions.
  /// FabricTile::endpoint is 0 if the tile has an endpoint, else kNone.
  Fabric fabric;
  FabricSettings settings;
  std::uint64_t fingerprint = 0;
  std::vector<std::string> names, endpoints;  ///< of tiles, as in FabricDesign
};

/// Throws InputError that names the file if the folder has no valid fabric.json.
BuiltFabric read_built_fabric(const std::string& folder);

/// Throws InputError if the tables of `design` are for another fabric; the error names the first
/// different tile, or, if the tiles agree, the fingerprint of `design`.
void check_fits(const FabricDesign& design, const BuiltFabric& built);

}  // namespace romcast
