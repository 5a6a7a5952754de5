// SPDX-License-Identifier: Apache-2.0
// A design is built no larger than its run needs, where the co-simulation's models have few sizes.
#pragma once

#include "apps/run_figures.hpp"
#include "apps/scenario.hpp"
#include "systemc/design.hpp"

namespace romcast {

class RtlSizes {
 public:
  RtlSizes(const Resolved& resolved, const NodeHardware& hardware, const PlannedRun& planned);

  [[nodiscard]] unsigned width() const { return width_; }          ///< bits of a message
  [[nodiscard]] unsigned time_bits() const { return time_bits_; }  ///< of counters
  /// A message of the co-simulation as the design has it: with less payload.
  [[nodiscard]] std::uint64_t narrow(std::uint64_t flit) const;
  /// Sets the parameters of all modules, and makes what is in stores narrow.
  void apply(Design& design) const;

 private:
  void apply(DesignModule& module, const std::vector<const DesignNode*>& nodes) const;

  std::uint64_t messages_;
  unsigned codec_route_bits_, route_bits_, width_, time_bits_;
};

}  // namespace romcast
