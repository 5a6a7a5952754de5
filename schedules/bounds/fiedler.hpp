// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::bounds {

/// Approximates the eigenvector of the second smallest eigenvalue of the Laplacian (Fiedler 1973):
/// a value for each node. The weight of an edge is its messages per cycle. Makes `rounds` steps of
/// the power iteration with a shifted Laplacian, orthogonal to the constant vector.
std::vector<double> fiedler(const Topology& topology, unsigned rounds);

}  // namespace romcast::bounds
