// SPDX-License-Identifier: Apache-2.0
// ROMs of the crossbar and of the Benes network between the processors: every flit must pass. The
// test decodes rows as the comments at the top of rtl/complete/crossbar.v and benes.v define them.
#include <catch2/catch.hpp>
#include <numeric>

#include "hostlib/complete_machine.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/crossbar/benes.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

const std::vector<Broadcast> kBroadcasts{
    {.algorithm = "path", .n = 5, .m = 20},
    {.algorithm = "circulant", .n = 13, .m = 40, .source = 3},
    {.algorithm = "hypercube", .n = 16, .m = 5},
    {.algorithm = "fibonacci", .n = 22, .m = 30},
    {.algorithm = "binomial", .n = 9, .m = 4},
    {.algorithm = "rotation", .n = 12, .m = 1, .k = 3},
    {.algorithm = "rotation", .n = 27, .m = 50, .k = 2, .source = 26},
    {.algorithm = "rotation", .n = 31, .m = 90, .k = 2},
    {.algorithm = "clipped-cube", .n = 16, .m = 31, .k = 3},
    {.algorithm = "k-tree", .n = 20, .m = 37, .k = 4, .source = 5}};

std::uint32_t bits_at(const ControlWord& row, std::size_t at, unsigned count) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= (row.at((at + i) / 32) >> (at + i) % 32 & 1) << i;
  return value;
}

unsigned log_of(std::uint32_t lines) { return log_up(2, lines); }

// For each output the input that a row of a crossbar selects, or kNone.
std::vector<std::uint32_t> selected(const ControlWord& row, std::uint32_t lines) {
  const unsigned bits = log_of(lines);
  std::vector<std::uint32_t> sources;
  for (std::uint32_t o = 0; o < lines; ++o) {
    const std::size_t at = std::size_t{o} * (bits + 1);
    sources.push_back(bits_at(row, at + bits, 1) != 0 ? bits_at(row, at, bits) : kNone);
  }
  return sources;
}

// Returns, for each output of a Benes network, the input that the switches of all stages connect
// with this output.
std::vector<std::uint32_t> connected(const ControlWord& row, std::uint32_t lines) {
  std::vector<std::uint32_t> carried(lines);
  std::iota(carried.begin(), carried.end(), 0);
  for (unsigned stage = 0; stage < benes_stages(log_of(lines)); ++stage) {
    const std::uint32_t step = 1U << benes_bit(log_of(lines), stage);
    for (std::uint32_t j = 0; j < lines / 2; ++j) {
      const std::uint32_t line = j / step * 2 * step + j % step;
      if (bits_at(row, std::size_t{stage} * lines / 2 + j, 1) != 0) {
        std::swap(carried[line], carried[line + step]);
      }
    }
  }
  return carried;
}

template <class Read>
void check_passes(const Broadcast& b, const FabricRom& rom, const CompleteRoms& roms, Read read) {
  CAPTURE(b.algorithm, b.n, b.m, b.k);
  REQUIRE(rom.rows.words() > 0);
  REQUIRE(rom.rows.words() <= roms.last_round);
  for (std::uint32_t round = 0; round < roms.last_round; ++round) {
    const auto word = rom.rows.word(round % rom.rows.words());
    const ControlWord row(word.begin(), word.end());
    const std::vector<std::uint32_t> sources = read(row);
    std::set<std::uint32_t> named;
    for (const std::uint32_t source : sources) {
      if (source != kNone) REQUIRE(named.insert(source).second);
    }
    for (const Flit& flit : flits_in(roms, round)) REQUIRE(sources.at(flit.to) == flit.from);
  }
}

// ROMs of all processors of a cube, computed by the rules in romcast/core/complete_rules.hpp.
CompleteRoms computed(const CompleteRules& rules, const Broadcast& b, std::uint32_t last_round) {
  const std::uint32_t k = rules.k, n = b.n;
  CompleteRoms roms{.ports = k, .rate = k, .last_round = last_round, .messages = b.m};
  const auto digit = [&](std::uint32_t point, unsigned c) {
    while (c-- > 0) point /= k + 1;
    return point % (k + 1);
  };
  for (NodeId processor = 0; processor < n; ++processor) {
    const std::uint32_t v = (processor + n - b.source) % n;
    PeriodicProgram program(std::size_t{rules.d} * k);
    std::uint32_t weight = 1;
    for (unsigned c = 0; c < rules.d; ++c, weight *= k + 1) {
      std::uint32_t a = 0, g = 0;  // age and value
      for (unsigned b_ = 0; b_ < rules.d; ++b_) {
        const std::uint32_t age = (c + rules.d - 1 - b_) % rules.d;
        if (digit(v, b_) != 0 && (g == 0 || age > a)) a = age, g = digit(v, b_);
      }
      for (std::uint32_t x = 0; x <= k; ++x) {
        const std::uint32_t own = digit(v, c), w = v + x * weight - own * weight;
        if (x == own || w == 0) continue;
        const std::uint32_t port = x < own ? x : x - 1, lane = own < x ? own : own - 1;
        const std::int64_t offset =
            v == 0 ? -std::int64_t{port} : std::int64_t{k} * (1 + a) - (std::int64_t{g} - 1);
        program[c * k + port] = {true, rules.clip, (w + b.source) % n * k + lane,
                                 static_cast<std::int32_t>(offset)};
      }
    }
    roms.programs.push_back(std::move(program));
    roms.program_of.push_back(processor);
  }
  return roms;
}

// The rows of a processor with the sends of each row sorted, since the ports may be in any order.
PeriodicProgram in_order(PeriodicProgram program, std::uint32_t ports) {
  for (auto row = program.begin(); row != program.end(); row += ports) std::sort(row, row + ports);
  return program;
}

// Calls `check` for cubes of d dimensions with n = (k + 1)^d <= 256 processors (k = 1 to 16, 33, 67
// and 135): for each cube with several numbers of messages, and with both algorithms that have
// rules for the cube.
template <class Check>
void for_all_cubes(Check check) {
  for (std::uint32_t k = 1; k <= 255; k = k < 16 ? k + 1 : 2 * k + 1) {
    unsigned d = 1;
    for (std::uint32_t n = k + 1; n <= 256; n *= k + 1, ++d) {
      for (const std::uint32_t groups : {1U, 2U, d, d + 2, 3 * d + 4}) {
        const std::uint32_t m = (groups - 1) * k + 1;
        check({.algorithm = "rotation",
               .n = n,
               .m = m + (k > 1 ? groups % 2 : 0),
               .k = k,
               .source = m % n},
              d);
        check({.algorithm = k == 1 ? "hypercube" : "clipped-cube",
               .n = n,
               .m = m,
               .k = k,
               .source = n - 1},
              d);
      }
    }
  }
}

}  // namespace

TEST_CASE("a crossbar's ROM passes every flit") {
  for (const Broadcast& b : kBroadcasts) {
    const CompleteRoms roms = compile(b);
    const std::uint32_t lines = b.n * b.k;
    const FabricRom rom = fabric_rom(FabricKind::crossbar, Complete(b.n), roms, roms.last_round);
    CHECK(rom.rows.word_bits() == lines * (log_of(lines) + 1));
    check_passes(b, rom, roms, [&](const ControlWord& row) { return selected(row, lines); });
  }
}

TEST_CASE("a Benes network's ROM passes every flit") {
  for (const Broadcast& b : kBroadcasts) {
    const CompleteRoms roms = compile(b);
    const std::uint32_t lines = 1U << log_of(b.n * b.k);
    const FabricRom rom = fabric_rom(FabricKind::benes, Complete(b.n), roms, roms.last_round);
    CHECK(rom.rows.word_bits() == (2 * log_of(lines) - 1) * lines / 2);
    check_passes(b, rom, roms, [&](const ControlWord& row) { return connected(row, lines); });
  }
}

TEST_CASE("a switch has as many rows as the processors have in common") {
  const auto rows = [](const Broadcast& b) {
    const CompleteRoms roms = compile(b);
    return fabric_rom(FabricKind::crossbar, Complete(b.n), roms, roms.last_round).rows.words();
  };
  CHECK(rows({.algorithm = "path", .n = 9, .m = 30}) == 1);
  CHECK(rows({.algorithm = "fibonacci", .n = 22, .m = 30}) == 3);
  CHECK(rows({.algorithm = "hypercube", .n = 16, .m = 30}) == 4);
  CHECK(rows({.algorithm = "hypercube", .n = 16, .m = 300}) == 4);
  // Rows beyond the number of rounds are useless.
  CHECK(rows({.algorithm = "hypercube", .n = 256, .m = 1}) == 8);
}

TEST_CASE("a switch with too many lines or rows is refused") {
  using Catch::Contains;
  const Broadcast wide{.algorithm = "k-tree", .n = 10000, .m = 1, .k = 8};
  CHECK_THROWS_WITH(fabric_rom(FabricKind::crossbar, Complete(10000), compile(wide), 10),
                    Contains("80000 lines") && Contains("65536"));
  CompleteRoms odd;  // processors 1 and 2 both send to line 0, so each round has a row
  odd.programs = {{{}}, {{true, false, 0, 0}}};
  odd.program_of = {0, 1, 1};
  CHECK_THROWS_WITH(fabric_rom(FabricKind::crossbar, Complete(3), odd, 70000),
                    Contains("70000 rows"));
}

TEST_CASE("computed rows make the hops of the plan", "[exhaustive][slow]") {
  for_all_cubes([](const Broadcast& b, unsigned d) {
    CAPTURE(b.algorithm, b.n, b.m, b.k);
    const Plan made = plan(b);
    REQUIRE(made.hints.find<CompleteRules>());
    REQUIRE(made.hints.find<CompleteRules>()->k == b.k);
    REQUIRE(made.hints.find<CompleteRules>()->d == d);
    const std::vector<HopKey> hops = hops_of(made.open);
    const Run run(computed(*made.hints.find<CompleteRules>(), b, std::get<0>(hops.back())));
    REQUIRE(run.meetings == 0);
    REQUIRE(run.hops == hops);
  });
}

TEST_CASE("computed rows are those of the ROMs", "[exhaustive]") {
  for_all_cubes([](const Broadcast& b, unsigned d) {
    if (b.m <= 2 * b.k * (d + 1)) return;  // too few messages for sends in all rows
    CAPTURE(b.algorithm, b.n, b.m, b.k);
    const Plan made = plan(b);
    CompleteRules rules = *made.hints.find<CompleteRules>();
    if (b.n == 2) rules.clip = false;  // one receiver: no message is sent twice
    const CompleteRoms roms = compile(b, made.open);
    const CompleteRoms rule = computed(rules, b, roms.last_round);
    for (NodeId v = 0; v < b.n; ++v) {
      CAPTURE(v);
      const PeriodicProgram own = in_order(rule.programs[v], b.k);
      const PeriodicProgram found = in_order(roms.programs[roms.program_of[v]], b.k);
      const bool silent = std::ranges::none_of(own, &PeriodicSend::send);
      if (silent) {
        REQUIRE(std::ranges::none_of(found, &PeriodicSend::send));
        // The ROM may have a shorter period, which the rule's rows repeat.
      } else if (found.size() < own.size()) {
        for (std::size_t i = 0; i < own.size(); ++i) REQUIRE(own[i] == found[i % found.size()]);
      } else {
        REQUIRE(found == own);
      }
    }
  });
}

TEST_CASE("chains of several boxes and other algorithms have no computed rows") {
  for (const Broadcast& b : {Broadcast{.algorithm = "rotation", .n = 10, .m = 5, .k = 2},
                             Broadcast{.algorithm = "rotation", .n = 7, .m = 5},
                             Broadcast{.algorithm = "rotation-best", .n = 19, .m = 5, .k = 2},
                             Broadcast{.algorithm = "circulant", .n = 8, .m = 5},
                             Broadcast{.algorithm = "k-tree", .n = 9, .m = 5, .k = 2}}) {
    CAPTURE(b.algorithm);
    CHECK(!plan(b).hints.find<CompleteRules>());
  }
}
