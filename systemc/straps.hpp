// SPDX-License-Identifier: Apache-2.0
// Straps of nodes by the names of their modules' ports.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/machines/network_builder.hpp"
#include "systemc/node_bank.hpp"

namespace romcast {

/// The values in the order of the bank's straps. Given straps that the bank lacks are ignored.
/// Throws std::logic_error if a strap of the bank is not given.
std::vector<std::uint64_t> strap_values(const NodeBank& bank, const std::vector<Strap>& straps);

}  // namespace romcast
