// SPDX-License-Identifier: Apache-2.0
// A million processors: plans and their judgement are streams that need little memory and time.
#include <catch2/catch.hpp>
#include <ctime>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

#ifdef NDEBUG
constexpr std::uint32_t kProcessors = 1'000'000;
#else
constexpr std::uint32_t kProcessors = 100'000;  // slow with sanitizers: no time limit
#endif
constexpr double kSeconds = 10;

}  // namespace

TEST_CASE("a million processors are planned and judged within ten CPU seconds", "[exhaustive]") {
  for (const Broadcast& broadcast :
       {Broadcast{.algorithm = "fibonacci", .m = 4}, Broadcast{.algorithm = "circulant", .m = 4},
        Broadcast{.algorithm = "rotation", .m = 6, .k = 2},
        Broadcast{.algorithm = "rotation-best", .m = 6, .k = 3},
        Broadcast{.algorithm = "k-tree", .m = 6, .k = 2}}) {
    Broadcast large = broadcast;
    large.n = kProcessors;
    large.source = 12345;
    CAPTURE(large.algorithm);
    const std::clock_t begin = std::clock();
    const Judged judged = solve(large);
    const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    CHECK(judged.rounds() > 0);
    CHECK(judged.rounds() == judged.theory.formula_cycles);
#ifdef NDEBUG
    CHECK(seconds < kSeconds);
#else
    static_cast<void>(seconds + kSeconds);
#endif
  }
}
