// SPDX-License-Identifier: Apache-2.0
// Explains an algorithm or a claim of a paper: source, formula, erratum, and a small drawing.
#pragma once

#include <optional>
#include <string>

#include "apps/scenario.hpp"

namespace romcast {

/// An instance to demonstrate: a scenario, and the options that were given.
struct Instance {
  Scenario scenario{};
  bool collective = false, network = false, ports = false;
};
/// Without an instance algorithms are demonstrated on the smallest machines. Throws InputError if
/// the name is unknown, or if the algorithm does not fit the instance.
std::string explain(const std::string& name, const std::optional<Instance>& instance,
                    std::size_t columns);

}  // namespace romcast
