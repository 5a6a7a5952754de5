// SPDX-License-Identifier: Apache-2.0
// Words of block-cyclic schedules.
#include "schedules/logp/words.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace romcast;

namespace {

bool distinct_modulo(const std::vector<std::uint32_t>& labels,
                     const std::vector<std::uint32_t>& word) {
  const auto size = static_cast<std::uint32_t>(labels.size());
  std::set<std::uint32_t> places, differences;
  for (std::uint32_t j = 0; j < size; ++j) {
    places.insert(word[j]);
    differences.insert((j + size * labels[word[j]] - labels[word[j]]) % size);
  }
  return places.size() == size && differences.size() == size && word[0] == 0;
}

}  // namespace

TEST_CASE("words are legal for every multiset of labels whose sum is a multiple of its size") {
  for (std::uint32_t size = 1; size <= 6; ++size) {
    std::vector<std::uint32_t> labels(size, 0);
    for (;;) {
      std::uint32_t sum = 0;
      for (const std::uint32_t label : labels) sum += label;
      if (sum % size == 0) REQUIRE(distinct_modulo(labels, logp::legal_word(labels)));
      std::size_t i = 0;
      while (i < size && ++labels[i] == size) labels[i++] = 0;
      if (i == size) break;
    }
  }
}

TEST_CASE("words are legal for long blocks") {
  std::vector<std::uint32_t> labels;
  std::uint32_t seed = 1;
  for (std::uint32_t size = 2; size <= 80; ++size) {
    labels.assign(size, 0);
    std::uint32_t sum = 0;
    for (std::uint32_t i = 1; i < size; ++i)
      sum += labels[i] = (seed = seed * 1103515245 + 12345) >> 20;
    labels[0] = (size - sum % size) % size;
    REQUIRE(distinct_modulo(labels, logp::legal_word(labels)));
  }
}
