// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/bits.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace romcast;

TEST_CASE("an index takes the logarithm of the number of values, rounded up") {
  CHECK(index_bits(0) == 0);
  for (std::uint64_t values = 1; values < 5000; ++values) {
    CHECK(index_bits(values) == static_cast<unsigned>(std::ceil(std::log2(values))));
  }
  CHECK(index_bits(std::uint64_t{1} << 63) == 63);
  CHECK(index_bits(~std::uint64_t{0}) == 64);
}

TEST_CASE("a field has at least one bit") {
  CHECK(field_bits(0) == 1);
  CHECK(field_bits(1) == 1);
  CHECK(field_bits(2) == 1);
  CHECK(field_bits(3) == 2);
}
