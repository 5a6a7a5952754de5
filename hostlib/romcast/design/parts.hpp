// SPDX-License-Identifier: Apache-2.0
// Collects the contents of a design's top module: nets, instances, loaded words, readable
// registers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "romcast/design/instance.hpp"
#include "romcast/design/verilog_design.hpp"

namespace romcast {

inline constexpr unsigned kRtlShownBits = 32;        ///< width of the read port
inline constexpr unsigned kRtlRegistersOfPart = 16;  ///< read-port addresses per node, lane or line

class RtlParts {
 public:
  /// `time_bits`: width of the network time, in bits.
  explicit RtlParts(unsigned time_bits) : time_bits_(time_bits) {}

  /// Adds a target of the load port and returns its number there.
  std::uint32_t add_target(std::string what, unsigned bits, bool strap = false);
  void load(std::uint32_t target, std::uint32_t address, std::vector<std::uint32_t> pieces);
  /// Declares a net, and uses it once, so that lint does not report it as unused.
  void declare(const std::string& name, unsigned bits);
  /// `wire`: the value, of `bits` bits; a register of more than 32 bits shows the OR of its bits.
  void add_register(const RtlRegister& one, const std::string& wire, unsigned bits);
  void add_instance(const VerilogInstance& instance);
  void add_text(const std::string& text) { body_ += text; }
  /// The design is not ready before this net is high.
  void wait_for(const std::string& net);

  [[nodiscard]] std::size_t words() const { return design_.loads.size(); }
  /// Completes the design with the text of the top module.
  [[nodiscard]] RtlDesign finished() &&;

 private:
  struct Read {
    std::uint32_t place;
    std::string wire;
    unsigned bits;
  };
  struct Part {
    unsigned bits = 1;
    std::vector<Read> reads{};
  };

  [[nodiscard]] std::string top() const;
  [[nodiscard]] std::string reads() const;
  [[nodiscard]] std::string register_function(unsigned bits) const;

  unsigned time_bits_;
  RtlDesign design_;
  std::string nets_, body_, ready_, used_;
  std::map<std::uint32_t, Part> parts_;  // by address / kRtlRegistersOfPart
};

}  // namespace romcast
