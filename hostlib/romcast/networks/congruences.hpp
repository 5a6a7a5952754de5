// SPDX-License-Identifier: Apache-2.0
// Directed graphs of any number of nodes whose links follow congruences.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "romcast/core/topologies.hpp"

namespace romcast {

/// The options "processors" and "out-degree".
std::vector<NetworkOption> congruence_options();

/// In a graph of n nodes with d links each, the node to which link i of node u leads; u and i count
/// from 0.
using CongruenceEnd = std::uint64_t (*)(std::uint64_t n, std::uint64_t d, std::uint64_t u,
                                        std::uint64_t i);
/// The network with the links that `end` gives, except links from a node to itself; n and d are
/// the options "processors" and "out-degree". Throws InputError if an option is invalid or d >= n.
std::shared_ptr<const Topology> congruence_network(const std::string& name,
                                                   const GivenValues& given, CongruenceEnd end);

}  // namespace romcast
