// SPDX-License-Identifier: Apache-2.0
// Settings of PLLs, compared with all settings that the data sheets allow, and with icepll's.
#include "romcast/design/board/pll.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

using namespace romcast;
using Catch::Contains;

namespace {

constexpr std::uint64_t kMega = 1'000'000;

// A frequency in hertz, as a fraction.
struct Hertz {
  std::uint64_t above, below;

  [[nodiscard]] bool at_most(std::uint64_t hertz) const { return above <= hertz * below; }
  [[nodiscard]] bool at_least(std::uint64_t hertz) const { return above >= hertz * below; }
  [[nodiscard]] bool between(std::uint64_t least, std::uint64_t most) const {
    return at_least(least) && at_most(most);
  }
  [[nodiscard]] double megahertz() const { return double(above) / double(below) / double(kMega); }
};

// Every clock that an iCE40's PLL can make with FEEDBACK_PATH SIMPLE (data sheet FPGA-DS-02029,
// sysCLOCK PLL timing).
std::vector<Hertz> ice40_clocks(std::uint64_t oscillator) {
  std::vector<Hertz> clocks;
  for (std::uint64_t divr = 0; divr <= 15; ++divr) {
    for (std::uint64_t divf = 0; divf <= 127; ++divf) {
      for (std::uint64_t divq = 1; divq <= 6; ++divq) {
        const Hertz detector{oscillator, divr + 1}, vco{oscillator * (divf + 1), divr + 1},
            clock{oscillator * (divf + 1), (divr + 1) << divq};
        if (detector.between(10 * kMega, 133 * kMega) && vco.between(533 * kMega, 1066 * kMega) &&
            clock.between(16 * kMega, 275 * kMega)) {
          clocks.push_back(clock);
        }
      }
    }
  }
  return clocks;
}

// Every CLKOS clock that an ECP5's PLL can make with feedback from CLKOP (data sheet FPGA-DS-02012,
// sysCLOCK PLL timing).
std::vector<Hertz> ecp5_clocks(std::uint64_t oscillator) {
  std::vector<Hertz> clocks;
  for (std::uint64_t clki = 1; clki <= 128; ++clki) {
    if (!Hertz{oscillator, clki}.between(10 * kMega, 400 * kMega)) continue;
    for (std::uint64_t clkfb = 1; clkfb <= 80; ++clkfb) {
      // CLKOP runs at oscillator * clkfb / clki, as the phase detector makes its two inputs equal.
      if (!Hertz{oscillator * clkfb, clki}.at_most(400 * kMega)) continue;
      for (std::uint64_t clkop = 1; clkop <= 128; ++clkop) {
        const std::uint64_t vco = oscillator * clkfb * clkop;
        if (!Hertz{vco, clki}.between(400 * kMega, 800 * kMega)) continue;
        for (std::uint64_t clkos = 1; clkos <= 128; ++clkos) {
          const Hertz clock{vco, clki * clkos};
          if (clock.between(3'125'000, 400 * kMega)) clocks.push_back(clock);
        }
      }
    }
  }
  return clocks;
}

// The frequency in MHz of the fastest clock of at most `hertz` Hz; 0 if there is no such clock.
double fastest(const std::vector<Hertz>& clocks, std::uint64_t hertz) {
  double most = 0;
  for (const Hertz& clock : clocks) {
    if (clock.at_most(hertz)) most = std::max(most, clock.megahertz());
  }
  return most;
}

void check_all(PllCell cell, std::uint64_t oscillator, const std::vector<Hertz>& clocks) {
  for (std::uint64_t hertz = kMega; hertz < 450 * kMega; hertz += 1'370'000) {
    const auto found = pll_setting(cell, double(oscillator) / kMega, double(hertz) / kMega);
    const double expected = fastest(clocks, hertz);
    CAPTURE(oscillator, hertz, expected);
    REQUIRE(found.has_value() == (expected > 0));
    if (found) CHECK(found->clock(double(oscillator) / kMega) == Approx(expected).epsilon(1e-12));
  }
}

std::string text(PllCell cell, double oscillator, double megahertz) {
  return pll_verilog(cell, oscillator, pll_setting(cell, oscillator, megahertz).value());
}

}  // namespace

TEST_CASE("no setting of an iCE40's PLL is faster without being too fast", "[board]") {
  for (const std::uint64_t oscillator : {12'000'000, 16'000'000, 25'175'000, 48'000'000}) {
    check_all(PllCell::SB_PLL40_CORE, oscillator, ice40_clocks(oscillator));
  }
}

TEST_CASE("no setting of an ECP5's PLL is faster without being too fast", "[board]") {
  for (const std::uint64_t oscillator : {12'000'000, 25'000'000, 48'000'000}) {
    check_all(PllCell::EHXPLLL, oscillator, ecp5_clocks(oscillator));
  }
}

TEST_CASE("the settings of an ECP5's PLL are within the limits of its data sheet", "[board]") {
  for (const double oscillator : {12.0, 25.0, 48.0, 100.0}) {
    for (double megahertz = 4; megahertz < 400; megahertz += 3.7) {
      const PllSetting one = pll_setting(PllCell::EHXPLLL, oscillator, megahertz).value();
      CAPTURE(oscillator, megahertz, one.reference, one.inner, one.feedback, one.output);
      CHECK(oscillator / one.reference >= 10);
      CHECK(oscillator / one.reference * one.feedback <= 400);
      CHECK(oscillator / one.reference * one.feedback * one.inner >= 400);
      CHECK(oscillator / one.reference * one.feedback * one.inner <= 800);
      CHECK(one.inner <= 128);
      CHECK(one.output <= 128);
    }
  }
}

TEST_CASE("an oscillator that is too slow or too fast for the phase detector has no setting",
          "[board]") {
  CHECK_FALSE(pll_setting(PllCell::SB_PLL40_PAD, 9.9, 100));
  CHECK(pll_setting(PllCell::SB_PLL40_PAD, 10, 100));
  CHECK_FALSE(pll_setting(PllCell::EHXPLLL, 9.9, 100));
  CHECK_FALSE(pll_setting(PllCell::SB_PLL40_PAD, 133.1 * 16, 100));
}

TEST_CASE("an iCE40's PLL is set as icepll sets it", "[board]") {
  struct Row {
    double oscillator, megahertz;
    const char *divr, *divf, *divq, *filter;
  };
  // Settings that icepll of fpga-icestorm prints. As icepll chooses the nearest clock, the rows are
  // only those whose clock is at most `megahertz`.
  const std::vector<Row> rows{{12, 34, "0", "44", "4", "1"},    {12, 75.1, "0", "49", "3", "1"},
                              {48, 100.5, "3", "66", "3", "1"}, {100, 90, "4", "35", "3", "2"},
                              {25, 50.1, "0", "31", "4", "2"},  {12, 270, "0", "44", "1", "1"},
                              {30, 17, "0", "17", "5", "3"},    {66, 60, "1", "28", "4", "3"}};
  for (const Row& row : rows) {
    const std::string made = text(PllCell::SB_PLL40_CORE, row.oscillator, row.megahertz);
    CAPTURE(row.oscillator, row.megahertz, made);
    CHECK_THAT(made, Contains(std::string(".DIVR(4'd") + row.divr + ")") &&
                         Contains(std::string(".DIVF(7'd") + row.divf + ")") &&
                         Contains(std::string(".DIVQ(3'd") + row.divq + ")") &&
                         Contains(std::string(".FILTER_RANGE(3'd") + row.filter + ")"));
  }
}

TEST_CASE("an iCE40's PLL takes its reference from its pin or from the fabric", "[board]") {
  CHECK_THAT(text(PllCell::SB_PLL40_PAD, 12, 30),
             Contains("SB_PLL40_PAD #(") && Contains(".PACKAGEPIN(clk)"));
  CHECK_THAT(text(PllCell::SB_PLL40_CORE, 12, 30),
             Contains("SB_PLL40_CORE #(") && Contains(".REFERENCECLK(clk)"));
}

TEST_CASE("an ECP5's PLL is written with its dividers and their phases", "[board]") {
  // The VCO runs at 25 MHz / 1 * 3 * 9 = 675 MHz; the output is 675 MHz / 8.
  const std::string made =
      pll_verilog(PllCell::EHXPLLL, 25, {.reference = 1, .inner = 9, .feedback = 3, .output = 8});
  CHECK_THAT(made, Contains(".CLKI_DIV(1)") && Contains(".CLKFB_DIV(3)") &&
                       Contains(".CLKOP_DIV(9)") && Contains(".CLKOP_CPHASE(8)") &&
                       Contains(".CLKOS_DIV(8)") && Contains(".CLKOS_CPHASE(7)"));
}
