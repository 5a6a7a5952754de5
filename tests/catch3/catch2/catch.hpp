// SPDX-License-Identifier: Apache-2.0
// Adapts Catch2 version 3 to the header and the names of version 2, which the tests use.
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
