// SPDX-License-Identifier: Apache-2.0
// The rows must make the hops of the plan and no others.
#include "romcast/machines/crossbar/crossbar_rom.hpp"

#include <catch2/catch.hpp>

#include "hostlib/complete_machine.hpp"
#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

void check_same_hops(const Broadcast& b, const OpenSchedule& open) {
  CAPTURE(b.algorithm, b.n, b.m, b.k, b.source);
  const Run run(compile(b, open));
  REQUIRE(run.meetings == 0);
  REQUIRE(run.hops == hops_of(open));
}

void check_same_hops(const Broadcast& b) { check_same_hops(b, plan(b).open); }

constexpr std::uint32_t kMessages[] = {1, 2, 3, 4, 5, 7, 12, 33, 64};

// The schedule after `change` has been applied to its hops.
OpenSchedule changed(const OpenSchedule& open,
                     const std::function<void(std::vector<Hop>&)>& change) {
  std::vector<Hop> all, hops;
  const auto pass = open();
  while (pass->next(hops)) all.insert(all.end(), hops.begin(), hops.end());
  change(all);
  return stored_schedule(std::move(all));
}

std::uint32_t longest(const Broadcast& b) { return compile(b).longest_period(); }

}  // namespace

TEST_CASE("rows make the hops of every one-port algorithm") {
  for (const std::string algorithm : {"binomial", "path", "binary-tree", "d-ary-trees", "circulant",
                                      "rotation", "fibonacci", "hypercube"}) {
    for (std::uint32_t n = 2; n <= 40; n += n < 14 ? 1 : 5) {
      if (algorithm == "fibonacci" && n < 4) continue;
      if (algorithm == "hypercube" && (n & (n - 1)) != 0) continue;
      for (const std::uint32_t m : kMessages) {
        check_same_hops({.algorithm = algorithm, .n = n, .m = m, .source = m % n});
      }
    }
  }
}

TEST_CASE("rows make the hops of every algorithm for several ports") {
  for (const char* algorithm : {"k-tree", "rotation", "rotation-best"}) {
    for (std::uint32_t k = 2; k <= 5; ++k) {
      for (std::uint32_t n = 2; n <= 60; n += n < 14 ? 1 : 9) {
        for (const std::uint32_t m : kMessages) {
          check_same_hops({.algorithm = algorithm, .n = n, .m = m, .k = k, .source = n / 2});
        }
      }
    }
  }
}

TEST_CASE("rows make the hops of clipped cubes", "[exhaustive]") {
  for (std::uint32_t k = 2; k <= 6; ++k) {
    for (std::uint32_t n = k + 1; n <= 130; n *= k + 1) {
      for (std::uint32_t m = 1; m <= 12 * k + 1; m += k) {
        check_same_hops({.algorithm = "clipped-cube", .n = n, .m = m, .k = k, .source = n - 1});
      }
    }
  }
}

TEST_CASE("rows make the hops of trees of every degree") {
  for (const char* degree : {"3", "4", "5", "7"}) {
    for (const std::uint32_t n : {57U, 58U, 90U}) {
      for (const char* algorithm : {"fibonacci", "d-ary-trees"}) {
        check_same_hops({.algorithm = algorithm,
                         .n = n,
                         .m = n == 90 ? 3U : 40U,
                         .source = 7,
                         .options = {{"degree", degree}}});
      }
    }
  }
}

TEST_CASE("rows make the hops of large networks", "[exhaustive][slow]") {
  for (const std::uint32_t m : {64U, 200U}) {
    check_same_hops({.algorithm = "circulant", .n = 1024, .m = m, .source = 1000});
    check_same_hops({.algorithm = "fibonacci", .n = 1000, .m = m});
    check_same_hops({.algorithm = "rotation", .n = 1024, .m = m, .k = 4, .source = 17});
    check_same_hops({.algorithm = "k-tree", .n = 1000, .m = m, .k = 2});
  }
}

TEST_CASE("periods are those of the algorithms") {
  for (const std::uint32_t m : {64U, 200U}) {
    CAPTURE(m);
    CHECK(longest({.algorithm = "path", .n = 50, .m = m}) == 1);
    CHECK(longest({.algorithm = "binomial", .n = 100, .m = m}) == 7);
    CHECK(longest({.algorithm = "binary-tree", .n = 100, .m = m}) == 2);
    CHECK(longest({.algorithm = "fibonacci", .n = 100, .m = m}) == 3);
    CHECK(longest({.algorithm = "fibonacci", .n = 100, .m = m, .options = {{"degree", "5"}}}) == 5);
    CHECK(longest({.algorithm = "d-ary-trees", .n = 100, .m = m}) == 2);
    CHECK(longest({.algorithm = "circulant", .n = 100, .m = m}) == 7);  // ceil(log 100)
    CHECK(longest({.algorithm = "hypercube", .n = 128, .m = m}) == 7);
    CHECK(longest({.algorithm = "k-tree", .n = 100, .m = m, .k = 3}) == 1);
    CHECK(longest({.algorithm = "rotation", .n = 81, .m = m, .k = 2}) == 4);  // nice, d = 4
    CHECK(longest({.algorithm = "clipped-cube", .n = 81, .m = m / 2 * 2 + 1, .k = 2}) == 4);
  }
}

TEST_CASE("a special box has a period of d + 1 rounds", "[exhaustive]") {
  for (std::uint32_t k = 2; k <= 8; ++k) {
    std::uint32_t size = k;  // (k+1)^d - 1
    for (unsigned d = 1; size * k + k < 600; ++d, size = size * (k + 1) + k) {
      for (std::uint32_t a = 1; a <= k; ++a) {
        CAPTURE(k, d, a);
        CHECK(longest({.algorithm = "rotation", .n = 1 + a * size + k, .m = 12 * k * d, .k = k}) ==
              d + 1);
      }
    }
  }
}

TEST_CASE("rows do not grow with the number of messages") {
  const std::vector<Broadcast> all{{.algorithm = "path", .n = 20},
                                   {.algorithm = "binomial", .n = 60},
                                   {.algorithm = "binary-tree", .n = 60},
                                   {.algorithm = "fibonacci", .n = 60},
                                   {.algorithm = "d-ary-trees", .n = 60},
                                   {.algorithm = "hypercube", .n = 64},
                                   {.algorithm = "circulant", .n = 60},  // phases of 6 rounds
                                   {.algorithm = "rotation", .n = 27, .k = 2},
                                   {.algorithm = "rotation", .n = 19, .k = 2},
                                   {.algorithm = "rotation-best", .n = 40, .k = 3},
                                   {.algorithm = "clipped-cube", .n = 27, .k = 2},
                                   {.algorithm = "k-tree", .n = 60, .k = 4}};
  for (Broadcast b : all) {
    CAPTURE(b.algorithm, b.n);
    b.m = 85;
    const CompleteRoms few = compile(b);
    b.m = 85 + 6 * 20;
    const CompleteRoms many = compile(b);
    REQUIRE(many.programs == few.programs);
    REQUIRE(many.program_of == few.program_of);
  }
}

TEST_CASE("rows make what is left of a schedule when a hop is missing") {
  const Broadcast b{.algorithm = "rotation", .n = 14, .m = 9, .k = 2};
  const OpenSchedule whole = plan(b).open;
  const std::vector<HopKey> hops = hops_of(whole);
  for (const HopKey& gone : hops) {
    const auto [cycle, from, to, message] = gone;
    const auto is_gone = [&, c = cycle, f = from, t = to](const Hop& hop) {
      return hop.cycle == c && hop.link == f && hop.to == t;
    };
    const auto sent_on = [&, t = to, m = message](const HopKey& hop) {
      return std::get<1>(hop) == t && std::get<3>(hop) == m;
    };
    if (std::ranges::any_of(hops, sent_on)) continue;  // the other hops would be illegal
    check_same_hops(b, changed(whole, [&](std::vector<Hop>& all) { std::erase_if(all, is_gone); }));
  }
}

TEST_CASE("rows make a schedule with no period at all") {
  // Processor 0 sends message m in m + 1 rounds, to the processors 1 to m + 1 in turn.
  std::vector<Hop> hops;
  Cycle cycle = 1;
  for (MessageId m = 0; m < 9; ++m) {
    for (NodeId to = 1; to <= m + 1; ++to) hops.push_back({cycle++, 0, m, to});
  }
  check_same_hops({.n = 10, .m = 9}, stored_schedule(hops));
}

TEST_CASE("a schedule that ends too early is run to its end and no further") {
  for (const std::uint32_t k : {1U, 2U}) {
    const Broadcast b{.algorithm = "rotation", .n = 9, .m = 20, .k = k};
    for (Cycle last = 0; last < 12; ++last) {
      check_same_hops(b, changed(plan(b).open, [&](std::vector<Hop>& all) {
                        std::erase_if(all, [&](const Hop& hop) { return hop.cycle > last; });
                      }));
    }
  }
}

TEST_CASE("lanes are found where no lanes per row would do") {
  // Processor 1 sends to processor 4 in every second round, processor 2 in every third round and
  // processor 3 in every fifth round. Any two of the senders sometimes send in the same round, but
  // never all three: two lanes suffice, but not if each sender always uses the same lane.
  std::vector<Hop> hops;
  for (Cycle c = 1; c <= 13; ++c) {
    const MessageId even = 2 * (c - 1), odd = even + 1;
    if (c % 2 == 1) hops.insert(hops.end(), {{c, 0, even, 1}, {c + 1, 1, even, 4}});
    if (c % 3 == 2) hops.insert(hops.end(), {{c, 0, odd, 2}, {c + 1, 2, odd, 4}});
    if (c % 5 == 3) hops.insert(hops.end(), {{c, 0, odd, 3}, {c + 1, 3, odd, 4}});
  }
  check_same_hops({.n = 5, .m = 26, .k = 2}, stored_schedule(hops));
}

TEST_CASE("what no processor can do is refused") {
  const Broadcast b{.n = 3, .m = 2};
  const auto refused = [&](std::vector<Hop> hops) {
    return [&b, hops = std::move(hops)] { (void)compile(b, stored_schedule(hops)); };
  };
  CHECK_THROWS_WITH(refused({{1, 1, 0, 2}})(),
                    Contains("cycle 1: p1 sends message 0 but does not"));
  CHECK_THROWS_WITH(refused({{1, 0, 0, 1}, {1, 1, 0, 2}})(), Contains("does not hold it"));
  CHECK_THROWS_WITH(refused({{1, 0, 0, 1}, {1, 0, 1, 2}})(), Contains("p0 sends more than 1"));
  CHECK_THROWS_WITH(refused({{1, 0, 0, 1}, {2, 0, 1, 2}, {2, 1, 0, 2}})(),
                    Contains("cycle 2") && Contains("p2, which receives more than 1"));
  CHECK_THROWS_WITH(refused({{1, 0, 0, 0}})(), Contains("sends to no other processor"));
  CHECK_THROWS_WITH(refused({{1, 0, 0, 3}})(), Contains("sends to no other processor"));
  CHECK_THROWS_WITH(refused({{1, 0, 2, 1}})(), Contains("sends what is no message"));
}

TEST_CASE("more rows than a ROM can have are refused") {
  const std::uint32_t n = 65537;
  std::vector<Hop> hops;
  for (NodeId to = 1; to < n; ++to) hops.push_back({to, 0, 0, to});
  CHECK_THROWS_WITH(compile({.n = n}, stored_schedule(hops)),
                    Contains("65536 rows") && Contains("65535") && Contains("another algorithm"));
  hops.pop_back();
  CHECK(compile({.n = n}, stored_schedule(hops)).longest_period() == 65535);
}

TEST_CASE("a row has send and clip bits and a line and an offset per port") {
  // Three ports: in round R processor 0 sends messages 3R, 3R+1, 3R+2 to the three lanes of 1.
  const CompleteRoms roms = compile({.algorithm = "k-tree", .n = 2, .m = 9, .k = 3});
  const RowFormat format = row_format(roms);
  CHECK(format.line_bits == 3);    // 6 lines
  CHECK(format.offset_bits == 2);  // -2..0
  CHECK(format.bits() == 3 * (2 + 3 + 2));
  // Fields of port p = 0, 1, 2, highest first: send = 1, clip = 0, line = 3 + p, offset = p - 2.
  const std::uint32_t port[] = {0b10'011'10, 0b10'100'11, 0b10'101'00};
  CHECK(packed_row(format, roms.programs.at(roms.program_of.at(0)), 0) ==
        ControlWord{port[0] | port[1] << 7 | port[2] << 14});
  CHECK(packed_row(format, roms.programs.at(roms.program_of.at(1)), 0) == ControlWord{0});
  CHECK(size_of(packed_programs(roms)).images == 2);
  CHECK(size_of(packed_programs(roms)).words_max == 1);
  CHECK(size_of(packed_programs(roms)).word_bits == 21);
  CHECK(size_of(packed_programs(roms)).bits_total == 42);
}

TEST_CASE("packed rows can be unpacked again") {
  for (const Broadcast& b : {Broadcast{.algorithm = "rotation", .n = 31, .m = 90, .k = 2},
                             Broadcast{.algorithm = "path", .n = 300, .m = 3},
                             Broadcast{.algorithm = "clipped-cube", .n = 81, .m = 9, .k = 8}}) {
    const CompleteRoms roms = compile(b);
    const RowFormat format = row_format(roms);
    for (const PeriodicProgram& program : roms.programs) {
      PeriodicProgram again;
      for (std::uint32_t r = 0; r < program.size() / b.k; ++r) {
        const PeriodicProgram row = unpacked_row(format, packed_row(format, program, r));
        again.insert(again.end(), row.begin(), row.end());
      }
      REQUIRE(again == program);
    }
  }
}
