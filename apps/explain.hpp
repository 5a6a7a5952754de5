// SPDX-License-Identifier: Apache-2.0
// What an algorithm or a claim of a paper is: source, formula, erratum, and a small drawing.
#pragma once

#include <string>

namespace romcast {

/// Throws InputError if nothing has this name.
std::string explain(const std::string& name, std::size_t columns);

}  // namespace romcast
