// SPDX-License-Identifier: Apache-2.0
// A fabric that is built: its hardware, as fabric.json in its folder describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

struct BuiltFabric {
  /// Tiles with links, sizes, capacities, and the words of its modes without tables; of an
  /// endpoint only its presence is known.
  Fabric fabric;
  FabricSettings settings;
  std::uint64_t fingerprint = 0;
  std::vector<std::string> names, endpoints;  ///< of tiles, as in FabricDesign
};

/// Throws InputError that names the folder if it has no such description.
BuiltFabric read_built_fabric(const std::string& folder);

/// Throws InputError with both fingerprints if the tables of a design are for another fabric.
void check_fits(const FabricDesign& design, const BuiltFabric& built);

}  // namespace romcast
