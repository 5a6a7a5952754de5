// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/pll.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace romcast {
namespace {

// Largest dividers. An iCE40's output divider is a power of two, 2^kIce40LastPower at most.
constexpr unsigned kIce40Reference = 16, kIce40Feedback = 128, kIce40LastPower = 6;
constexpr unsigned kEcp5Reference = 128, kEcp5Feedback = 80, kEcp5Output = 128;
// Factor of tolerance: despite rounding errors, a clock at a limit is legal, and equal clocks
// compare equal.
constexpr double kExact = 1 + 1e-9;

constexpr const char* kIce40Text = R"(  wire clock, locked;
  {cell} #(
      .FEEDBACK_PATH("SIMPLE"),
      .DIVR(4'd{reference}),
      .DIVF(7'd{feedback}),
      .DIVQ(3'd{power}),
      .FILTER_RANGE(3'd{filter})
  ) pll (
      .{input}(clk),
      .PLLOUTGLOBAL(clock),
      .LOCK(locked),
      .RESETB(1'b1),
      .BYPASS(1'b0)
  );
)";

// The attributes are those of Lattice's own settings.
constexpr const char* kEcp5Text = R"(  wire clock, locked, fed_back;
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .PLLRST_ENA("DISABLED"),
      .INTFB_WAKE("DISABLED"),
      .STDBY_ENABLE("DISABLED"),
      .DPHASE_SOURCE("DISABLED"),
      .OUTDIVIDER_MUXA("DIVA"),
      .OUTDIVIDER_MUXB("DIVB"),
      .CLKI_DIV({reference}),
      .CLKFB_DIV({feedback}),
      .FEEDBK_PATH("CLKOP"),
      .CLKOP_ENABLE("ENABLED"),
      .CLKOP_DIV({inner}),
      .CLKOP_CPHASE({inner_phase}),
      .CLKOP_FPHASE(0),
      .CLKOS_ENABLE("ENABLED"),
      .CLKOS_DIV({output}),
      .CLKOS_CPHASE({output_phase}),
      .CLKOS_FPHASE(0)
  ) pll (
      .CLKI(clk),
      .CLKFB(fed_back),
      .CLKOP(fed_back),
      .CLKOS(clock),
      .LOCK(locked),
      .RST(1'b0),
      .STDBY(1'b0),
      .PHASESEL0(1'b0),
      .PHASESEL1(1'b0),
      .PHASEDIR(1'b0),
      .PHASESTEP(1'b0),
      .PHASELOADREG(1'b0),
      .PLLWAKESYNC(1'b0),
      .ENCLKOP(1'b0),
      .ENCLKOS(1'b0)
  );
)";

bool in_range(double least, double megahertz, double most) {
  return megahertz * kExact >= least && megahertz <= most * kExact;
}

// Keeps the setting with the fastest clock up to `megahertz`.
class Fastest {
 public:
  Fastest(PllCell cell, double oscillator, double megahertz)
      : limits_(pll_limits(cell)), oscillator_(oscillator), megahertz_(megahertz) {}

  [[nodiscard]] bool detects(unsigned reference) const {
    return in_range(limits_.detector_least, oscillator_ / reference, limits_.detector_most);
  }
  [[nodiscard]] bool oscillates(const PllSetting& one) const {
    return in_range(limits_.vco_least, one.vco(oscillator_), limits_.vco_most);
  }
  [[nodiscard]] bool puts_out(double clock) const {
    return in_range(limits_.output_least, clock, limits_.output_most);
  }
  // The smallest output divider whose clock is at most megahertz_.
  [[nodiscard]] unsigned output(const PllSetting& one) const {
    return static_cast<unsigned>(std::ceil(one.vco(oscillator_) / (megahertz_ * kExact)));
  }
  void offer(const PllSetting& one) {
    const double clock = one.clock(oscillator_);
    if (clock > megahertz_ * kExact || !puts_out(clock)) return;
    if (!best_ || clock > best_->clock(oscillator_) * kExact) best_ = one;
  }
  [[nodiscard]] const std::optional<PllSetting>& best() const { return best_; }

 private:
  PllLimits limits_;
  double oscillator_, megahertz_;
  std::optional<PllSetting> best_{};
};

void search_ice40(Fastest& fastest) {
  for (unsigned reference = 1; reference <= kIce40Reference; ++reference) {
    if (!fastest.detects(reference)) continue;
    for (unsigned feedback = 1; feedback <= kIce40Feedback; ++feedback) {
      PllSetting one{.reference = reference, .feedback = feedback};
      if (!fastest.oscillates(one)) continue;
      for (unsigned power = 1; power <= kIce40LastPower; ++power) {
        one.output = 1U << power;
        fastest.offer(one);
      }
    }
  }
}

void search_ecp5(double oscillator, Fastest& fastest) {
  for (unsigned reference = 1; reference <= kEcp5Reference; ++reference) {
    if (!fastest.detects(reference)) continue;
    for (unsigned feedback = 1; feedback <= kEcp5Feedback; ++feedback) {
      for (unsigned inner = 1; inner <= kEcp5Output; ++inner) {
        PllSetting one{.reference = reference, .inner = inner, .feedback = feedback};
        if (!fastest.oscillates(one) || !fastest.puts_out(one.vco(oscillator) / inner)) continue;
        one.output = std::max(fastest.output(one), 1U);
        if (one.output <= kEcp5Output) fastest.offer(one);
      }
    }
  }
}

// FILTER_RANGE of an iCE40's PLL whose phase detector runs at `detector` MHz, as Lattice sets it.
unsigned filter_range(double detector) {
  constexpr std::array<double, 5> kBelow{17, 26, 44, 66, 101};
  return static_cast<unsigned>(std::ranges::upper_bound(kBelow, detector) - kBelow.begin()) + 1;
}

}  // namespace

double PllSetting::vco(double oscillator) const {
  return oscillator / reference * feedback * inner;
}

double PllSetting::clock(double oscillator) const { return vco(oscillator) / output; }

PllLimits pll_limits(PllCell cell) {
  if (cell == PllCell::EHXPLLL) return {10, 400, 400, 800, 3.125, 400};
  return {10, 133, 533, 1066, 16, 275};
}

std::optional<PllSetting> pll_setting(PllCell cell, double oscillator, double megahertz) {
  if (megahertz < pll_limits(cell).output_least) return std::nullopt;
  Fastest fastest(cell, oscillator, megahertz);
  if (cell == PllCell::EHXPLLL) {
    search_ecp5(oscillator, fastest);
  } else {
    search_ice40(fastest);
  }
  return fastest.best();
}

std::string pll_verilog(PllCell cell, double oscillator, const PllSetting& setting) {
  if (cell == PllCell::EHXPLLL) {
    return fmt::format(fmt::runtime(kEcp5Text), fmt::arg("reference", setting.reference),
                       fmt::arg("feedback", setting.feedback), fmt::arg("inner", setting.inner),
                       fmt::arg("inner_phase", setting.inner - 1),
                       fmt::arg("output", setting.output),
                       fmt::arg("output_phase", setting.output - 1));
  }
  const bool pad = cell == PllCell::SB_PLL40_PAD;
  return fmt::format(
      fmt::runtime(kIce40Text), fmt::arg("cell", pad ? "SB_PLL40_PAD" : "SB_PLL40_CORE"),
      fmt::arg("input", pad ? "PACKAGEPIN" : "REFERENCECLK"),
      fmt::arg("reference", setting.reference - 1), fmt::arg("feedback", setting.feedback - 1),
      fmt::arg("power", static_cast<unsigned>(std::lround(std::log2(setting.output)))),
      fmt::arg("filter", filter_range(oscillator / setting.reference)));
}

}  // namespace romcast
