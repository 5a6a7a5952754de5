// SPDX-License-Identifier: Apache-2.0
// Words of what users read: counted nouns, lists of names, near misses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace romcast {

/// "1 violation", "3 violations"; `many` where the plural takes more than an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

/// "a, b or c".
std::string one_of(std::span<const std::string> names);

/// The name that is spelt most like `word`, the first of several; empty if none is near: at most a
/// third of its letters, but at least one, is wrong, missing, too many or swapped with the next.
std::string nearest(std::string_view word, std::span<const std::string> names);

/// "; did you mean NAME?" if one is near, else nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace romcast
