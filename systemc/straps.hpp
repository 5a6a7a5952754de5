// SPDX-License-Identifier: Apache-2.0
// Straps of nodes by the names of their modules' ports.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/machines/network_builder.hpp"
#include "systemc/node_bank.hpp"

namespace romcast {

/// The values in the order in which the bank lists them; it need not have all that are given.
/// Throws std::logic_error if it has one that is not given.
std::vector<std::uint64_t> strap_values(const NodeBank& bank, const std::vector<Strap>& straps);

}  // namespace romcast
