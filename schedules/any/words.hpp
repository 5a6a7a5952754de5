// SPDX-License-Identifier: Apache-2.0
// Words over the generators of a Cayley graph, and the cycles in which their letters are sent: a
// job shop whose jobs are the words and whose machines are the links of a node.
#pragma once

#include <random>
#include <vector>

#include "schedules/any/lockstep.hpp"

namespace romcast::any {

/// A path from the identity to an element: the machines that a message crosses, in order, as
/// indices in Cayley::machines(). A machine is a set of links, one of each node.
using Word = std::vector<std::uint32_t>;

/// For each element one of its shortest words (empty for the identity), chosen so that all machines
/// carry about the same load.
std::vector<Word> balanced_words(const Cayley& cayley, unsigned seed);

/// Letter i of job j is sent in cycle times[j][i]; the first cycle is 1.
using Times = std::vector<std::vector<Cycle>>;
/// Sends the letters of a word in order; a machine takes words with most letters to go first. In a
/// cycle no word sends two letters, and no machine takes two.
Times job_shop(const std::vector<Word>& jobs, std::size_t machines, std::minstd_rand& random);
/// Like job_shop(), but sends the letters of a word in any order, in as many cycles as the longest
/// word or the busiest machine has letters, whichever has more (König 1916).
Times open_shop(const std::vector<Word>& jobs, std::size_t machines);
Cycle cycles_of(const Times& times);

}  // namespace romcast::any
