// SPDX-License-Identifier: Apache-2.0
// What an algorithm or a claim of a paper is: source, formula, erratum, and a small drawing.
#pragma once

#include <optional>
#include <string>

#include "apps/scenario.hpp"

namespace romcast {

/// An instance to look at: a scenario, and which of its options were given.
struct Instance {
  Scenario scenario{};
  bool collective = false, network = false, ports = false;
};
/// Without an instance algorithms are shown on the smallest machines. Throws InputError if nothing
/// has this name, or if the algorithm does not fit the instance.
std::string explain(const std::string& name, const std::optional<Instance>& instance,
                    std::size_t columns);

}  // namespace romcast
