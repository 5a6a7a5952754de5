// SPDX-License-Identifier: Apache-2.0
// Lists of numbers in network options, and limits on sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace romcast {

/// Reads "8x8x4" or "1,5": numbers from `least` to kMostNodes with a separator between them. Throws
/// InputError that names the option.
std::vector<std::uint32_t> parse_list(const std::string& option, const std::string& text,
                                      char separator, std::uint32_t least);

/// Throws InputError that names the option if a network with this many nodes, and this many
/// channels each, is too large.
void check_size(const std::string& option, const std::string& text, double nodes,
                double channels_each);

}  // namespace romcast
