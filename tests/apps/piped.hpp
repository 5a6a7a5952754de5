// SPDX-License-Identifier: Apache-2.0
// Runs romcast with a text on its standard input.
#pragma once

#include <string>

#include "apps/program.hpp"

namespace romcast::test {

Finished call_piped(const Words& arguments, const std::string& input);

}  // namespace romcast::test
