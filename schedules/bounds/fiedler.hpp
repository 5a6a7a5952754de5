// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::bounds {

/// The eigenvector of the second smallest eigenvalue of the Laplacian, roughly (Fiedler 1973), with
/// a value for each node; edges weigh as much as their messages per cycle. Power iteration of a
/// shifted Laplacian, orthogonal to the constant vector.
std::vector<double> fiedler(const Topology& topology, unsigned rounds);

}  // namespace romcast::bounds
