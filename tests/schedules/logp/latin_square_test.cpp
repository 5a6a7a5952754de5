// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/latin_square.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace romcast::logp;

TEST_CASE("a square has each symbol once in each row and column, and the diagonal 1, 1, 2, ..",
          "[exhaustive]") {
  for (std::uint32_t n = 5; n <= 127; n += n < 45 ? 2 : 26) {
    CAPTURE(n);
    const std::vector<std::uint32_t> square = near_diagonal_square(n);
    REQUIRE(square.size() == std::size_t{n} * n);
    std::set<std::pair<std::uint32_t, std::uint32_t>> rows, columns;
    for (std::uint32_t i = 0; i < n * n; ++i) {
      rows.emplace(i / n, square[i]);
      columns.emplace(i % n, square[i]);
    }
    CHECK(rows.size() == square.size());
    CHECK(columns.size() == square.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      CHECK(square[i * n + i] == (i == 0 ? 1 : i));
      CHECK(square[i * n + (i == 0 ? n - 1 : i - 1)] == 0);
    }
  }
}
