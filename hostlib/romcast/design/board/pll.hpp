// SPDX-License-Identifier: Apache-2.0
// PLLs between the oscillator of a board and its design.
#pragma once

#include <optional>
#include <string>

namespace romcast {

/// PLL cells: iCE40 with the reference from a pin (PAD) or from the fabric (CORE), and ECP5.
enum class PllCell { SB_PLL40_PAD, SB_PLL40_CORE, EHXPLLL };

/// The dividers of a PLL. An iCE40's PLL feeds back its VCO. An ECP5's PLL feeds back its first
/// output, and its second output clocks the design.
struct PllSetting {
  unsigned reference = 1;  ///< divides the oscillator for the phase detector
  unsigned inner = 1;      ///< divides the VCO for the output that is fed back
  unsigned feedback = 1;   ///< divides the fed-back clock for the phase detector
  unsigned output = 1;     ///< divides the VCO for the design

  [[nodiscard]] double vco(double oscillator) const;
  /// The design's clock.
  [[nodiscard]] double clock(double oscillator) const;
};

/// Limits of phase detector, VCO and outputs in MHz, from the data sheets FPGA-DS-02008 and
/// FPGA-DS-02029 (iCE40) and FPGA-DS-02012 (ECP5).
struct PllLimits {
  double detector_least, detector_most, vco_least, vco_most, output_least, output_most;
};
PllLimits pll_limits(PllCell cell);

/// The setting with the fastest clock that is at most `megahertz`; among equal clocks, the one
/// with the fastest phase detector. nullopt: no setting exists.
std::optional<PllSetting> pll_setting(PllCell cell, double oscillator, double megahertz);

/// Verilog of a PLL that drives nets `clock` and `locked` from port `clk`.
std::string pll_verilog(PllCell cell, double oscillator, const PllSetting& setting);

}  // namespace romcast
