// SPDX-License-Identifier: Apache-2.0
// Builds closed words (see hamiltonian.hpp) level by level. Level m has two open words, both
// through all m! nodes: A_m ends at the transposition (1 m), so that the letter m closes A_m; D_m
// ends at the 4-cycle that puts symbol 2 first, 3 second, m third and 1 last. From m = 5 on, A_m
// and D_m both consist of m words of level m-1 with permuted letters, joined by the letter m (words
// A alone do not suffice). The words were found by search; the tests walk along them.
#include "schedules/star/hamiltonian.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace romcast::star {
namespace {

using Word = std::vector<std::uint8_t>;

struct Level {
  std::string_view a, d;
};

constexpr unsigned kBase = 4;
constexpr Level kBaseWords{"23232432323423232432323", "23232424232324234232423"};
// A block has four characters: the word of the level below, A or D, and how its letters 2..m-1 are
// replaced. A with x: m-1 and x are exchanged. D with x, y, z: x replaces 2, y replaces 3, z
// replaces m-1; the other letters of 2..m-1, in ascending order, replace 4..m-2.
constexpr std::array<Level, 5> kLevels{{
    {"A2  A4  D342A4  A3  ", "A4  A2  A3  A4  D432"},
    {"D453A2  A5  A4  A3  D245", "D432A3  A4  A5  A2  A5  "},
    {"A6  A3  D423A5  A4  D635A2  ", "A4  A3  A5  A2  A6  A4  D456"},
    {"A2  A4  A7  A3  A6  A5  D276D435", "A6  A3  D476A2  A4  A5  A7  A5  "},
    {"A6  A8  A2  A7  A3  A5  D453D625D874", "A7  A4  A8  A2  A5  A3  D625D782D346"},
}};

Word letters(std::string_view digits) {
  Word word;
  for (const char digit : digits) word.push_back(static_cast<std::uint8_t>(digit - '0'));
  return word;
}

// For each letter, the letter that replaces it in this block of level m; only 2..m-1 are replaced.
std::array<std::uint8_t, 10> replacements(std::string_view block, unsigned m) {
  std::array<std::uint8_t, 10> by{};
  for (unsigned i = 0; i < by.size(); ++i) by[i] = static_cast<std::uint8_t>(i);
  if (block[0] == 'A') {
    std::swap(by[m - 1], by[block[1] - '0']);
    return by;
  }
  const Word given = letters(block.substr(1));
  by[2] = given[0];
  by[3] = given[1];
  by[m - 1] = given[2];
  std::uint8_t free = 2;
  for (unsigned i = 4; i + 1 < m; ++i) {
    while (std::ranges::find(given, free) != given.end()) ++free;
    by[i] = free++;
  }
  return by;
}

Word joined(std::string_view blocks, unsigned m, const Word& a, const Word& d) {
  Word word;
  for (std::size_t at = 0; at < blocks.size(); at += 4) {
    if (at > 0) word.push_back(static_cast<std::uint8_t>(m));
    const auto by = replacements(blocks.substr(at, 4), m);
    for (const std::uint8_t letter : blocks[at] == 'A' ? a : d) word.push_back(by[letter]);
  }
  return word;
}

}  // namespace

EhrlichSwaps::EhrlichSwaps(unsigned n) : n_(n) {
  for (unsigned k = 1; k < n; ++k) dimension_[k] = static_cast<std::uint8_t>(k + 1);
}

unsigned EhrlichSwaps::next() {
  unsigned k = 1;
  for (; k < n_ && count_[k] == k; ++k) count_[k] = 0;
  if (k == n_) return 0;
  ++count_[k];
  const unsigned dimension = dimension_[k];
  std::reverse(dimension_.begin() + 1, dimension_.begin() + k);
  return dimension;
}

std::vector<std::uint8_t> closed_word(unsigned n) {
  if (n == 2) return {2, 2};
  if (n == 3) return {2, 3, 2, 3, 2, 3};
  Word a = letters(kBaseWords.a), d = letters(kBaseWords.d);
  for (unsigned m = kBase + 1; m <= n; ++m) {
    const Level& level = kLevels[m - kBase - 1];
    Word next_a = joined(level.a, m, a, d);
    d = joined(level.d, m, a, d);
    a = std::move(next_a);
  }
  a.push_back(static_cast<std::uint8_t>(n));
  return a;
}

}  // namespace romcast::star
