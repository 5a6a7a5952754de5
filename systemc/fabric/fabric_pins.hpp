// SPDX-License-Identifier: Apache-2.0
// The pins of the module romcast_fabric_probed: the program sets and reads these variables, and the
// model copies them to and from the Verilog.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast {

/// The word or bubble on a link in a clock.
struct FabricLine {
  bool valid = false, last = false;  ///< a bubble: not valid, but last
  std::uint64_t data = 0;
};

/// The streams of a tile's endpoint, and the links from endpoint to router and back.
struct FabricTilePins {
  // Driven:
  bool s_valid = false, s_last = false, m_ready = false;
  std::uint64_t s_data = 0;
  std::uint32_t s_dest = 0;
  // Read:
  bool s_ready = false, m_valid = false, m_last = false;
  std::uint64_t m_data = 0;
  std::uint32_t m_id = 0;
  FabricLine leaves{}, comes{};
};

/// An access to a register by its word address; `done` is true in the clock of the answer.
struct FabricAccess {
  bool asked = false, write = false, done = false;
  std::uint32_t address = 0, data = 0;  ///< a read returns its answer in `data`
};

/// Number of tiles; bits of a word, and of a flow's number.
struct FabricWidths {
  unsigned tiles = 0, width = 0, flow_bits = 0;
};

class FabricPins {
 public:
  virtual ~FabricPins() = default;
  virtual void begin(const FabricWidths& widths) = 0;
  /// With the clock low: drives the inputs, evaluates, and reads the outputs.
  virtual void settle() = 0;
  /// Raises the clock.
  virtual void rise() = 0;

  std::vector<FabricTilePins> tiles{};
  FabricAccess access{};
  bool reset = true;
  std::uint32_t slot = 0;
  bool bank = false;
};

}  // namespace romcast
