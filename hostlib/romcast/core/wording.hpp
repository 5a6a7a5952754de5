// SPDX-License-Identifier: Apache-2.0
// Wording of messages to users: counted nouns, lists of names, near misses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace romcast {

/// "1 violation", "3 violations"; `many` is a plural that is not formed with an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

/// In lower case; ASCII letters only.
std::string lowered(std::string_view text);

/// "a, b or c".
std::string one_of(std::span<const std::string> names);

/// The name closest to `word`; among equally close names one that begins with `word`, else the
/// first. Empty if no name is near, or if `word` has more than 64 letters. A near name differs in
/// at most a third of the letters of `word` (or in one letter, if a third is less): wrong, missing,
/// extra, or swapped with the next.
std::string nearest(std::string_view word, std::span<const std::string> names);

/// "; did you mean NAME?" if a name is near, else empty.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace romcast
