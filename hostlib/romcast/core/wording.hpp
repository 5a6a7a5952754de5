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

/// The name that needs the fewest edits from `word`; among names with equally few edits the first
/// that begins with `word`, else the first. An edit inserts, deletes or replaces one letter, or
/// swaps two adjacent letters. Empty if `word` has more than 64 letters, or if every name needs
/// more than max(1, N / 3) edits, where N is the number of letters of `word`.
std::string nearest(std::string_view word, std::span<const std::string> names);

/// "; did you mean NAME?" if a name is near, else empty.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace romcast
