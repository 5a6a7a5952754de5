// SPDX-License-Identifier: Apache-2.0
// Catch2's version 3 under the names of version 2, in which the tests are written.
#pragma once

#include <catch2/catch_all.hpp>
#include <string>

namespace Catch {

using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::StartsWith;

inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }

}  // namespace Catch

using Catch::Approx;
