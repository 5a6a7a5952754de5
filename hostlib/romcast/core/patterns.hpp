// SPDX-License-Identifier: Apache-2.0
// Built-in exchanges: the traffic patterns of books on networks, each a row of a table in
// patterns.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// A pattern is given as a name, e.g. "transpose", or a name and a parameter, e.g. "shift:3".
struct PatternEntry {
  const char* name;
  const char* parameter;  ///< placeholder of the parameter; empty: there is none
  const char* help;
};

std::vector<PatternEntry> all_patterns();

/// The exchange with `messages` messages for each pair of a source and a destination in the
/// pattern, except pairs of a processor with itself. Throws InputError that names "pattern" if the
/// text is no pattern, the pattern does not suit the network, or no pair remains; names "messages"
/// if there are more than 200 million messages.
Collective pattern_exchange(const std::string& pattern, const Topology& network,
                            std::uint32_t messages);

}  // namespace romcast
